/** The page that a locked app shows before the PIN, where she chose that; null where it does not come. */
export const loadPortada = () =>
  import('./Portada.tsx').then(
    ({ Portada }) => Portada,
    () => null,
  )
