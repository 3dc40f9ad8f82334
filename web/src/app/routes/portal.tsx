export function Portal({ slug }: { readonly slug: string }) {
  return <p>{slug}</p>
}
