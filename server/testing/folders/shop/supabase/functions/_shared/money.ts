export const inWords = (cents: number): string => `${(cents / 100).toFixed(2)} EUR`
