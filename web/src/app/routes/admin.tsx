export function Admin({ slug }: { readonly slug: string }) {
  return <p>{slug}</p>
}
