/** What she is told once this device has a key, by whatever way: the present one; or one that she changed, or of which nobody can say whether it is hers. */
export const OPENED = {
  abierto: { title: 'Este dispositivo ya tiene tu llave' },
  anterior: {
    title: 'Ya puedes leer lo que cerraste con esa llave',
    description:
      'Para escribir, pon aquí la de ahora. Si no la tienes, en «Tu llave» puedes seguir con una nueva.',
  },
}
