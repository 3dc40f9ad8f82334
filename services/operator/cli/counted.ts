/** "1 file", "2 files". @param one of them, in words; more of them have an s at the end */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
