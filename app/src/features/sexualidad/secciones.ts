import { parseEscrito } from '../../lib/text/escrito.ts'
import autoconocimiento from '../../textos/autoconocimiento-corporal.md?raw'
import consentimiento from '../../textos/consentimiento-y-limites.md?raw'
import deseo from '../../textos/deseo-y-placer.md?raw'
import educacion from '../../textos/educacion-erotica.md?raw'
import templo from '../../textos/mi-templo-privado.md?raw'
import diversas from '../../textos/sexualidades-diversas.md?raw'

/** The six sections, in the order of docs/product.md#sexuality. Their PDFs are set from these same texts at build time. */
export const secciones = [autoconocimiento, deseo, consentimiento, diversas, educacion, templo].map(
  parseEscrito,
)
