/* The room's texts (docs/product.md#legal). */

export const NO_SE_CARGARON = 'No se pudieron cargar las políticas legales.'
export const NO_HAY = 'No se encontró ninguna política legal publicada.'
