/** The address that somebody asks from: everybody has one of their own. */
export const address = (number: number): string => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
