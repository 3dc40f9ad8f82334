/** `harbour-hire` → "Harbour Hire": the name as the sign-in page derives it from the address (specification section 2). */
export const nameFromSlug = (slug: string) =>
  slug
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join(' ')
