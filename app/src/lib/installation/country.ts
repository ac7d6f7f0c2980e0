/**
 * ISO 3166 country whose prefix a phone number without one receives, and whose emergency number stands where hers is not known. By itself, for the
 * script in the head of a prerendered page, which needs nothing of `brand.ts`.
 */
export const COUNTRY = 'MX'
