/** What she is told once this device has a key, by whatever way: the present one, or one that she changed. */
export const OPENED = {
  abierto: { title: 'Este dispositivo ya tiene tu llave' },
  anterior: {
    title: 'Ya puedes leer lo que cerraste con esa llave',
    description: 'Después la cambiaste: para escribir, pon aquí la más nueva.',
  },
}
