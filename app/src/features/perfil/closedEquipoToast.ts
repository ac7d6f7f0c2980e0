/**
 * What to say once a device was closed.
 * @param sesiones how many sessions ended there: none where it became another one since the list was read
 */
export function closedEquipoToast(nombre: string, sesiones: number): { title: string; description?: string } {
  if (sesiones === 0) return { title: 'Ese equipo cambió mientras tanto. Mira la lista otra vez.' }
  return {
    title: `El equipo ${nombre} quedó cerrado`,
    description: 'Si alguien más sabe tu contraseña, cámbiala: con ella podría volver a entrar.',
  }
}
