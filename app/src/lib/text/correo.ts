/** An address as it was typed, without the direction marks and letters of no width that pasting brings along. */
export const readCorreo = (typed: string): string => typed.replace(/\p{Cf}/gu, '')
