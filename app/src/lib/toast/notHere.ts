/** What stands in the place of a list whose toast has said what failed: not the same once more. */
export const NOT_HERE = 'No llegó. Revisa tu conexión e inténtalo otra vez.'
