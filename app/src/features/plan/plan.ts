/*
 * The plan to leave: what she gathers, topic by topic. The suggestions are ours, short enough to be read standing; her own lines stand beside
 * them.
 */

export type Punto = { tema: string; texto: string; hecho: boolean }

export type Tema = { id: string; titulo: string; sugerencias: readonly string[] }

export const TEMAS: readonly Tema[] = [
  {
    id: 'papeles',
    titulo: 'Papeles',
    sugerencias: [
      'Identificación y actas, mías y de mis hijas e hijos',
      'Papeles de salud, de la escuela y de la casa',
      'Copias o fotos con alguien de confianza',
    ],
  },
  {
    id: 'dinero',
    titulo: 'Dinero',
    sugerencias: [
      'Efectivo guardado fuera de casa',
      'Una cuenta que solo yo conozca',
      'Lo que se debe y lo que es mío',
    ],
  },
  {
    id: 'hijos',
    titulo: 'Hijas e hijos',
    sugerencias: [
      'Una palabra que les diga que hay que salir',
      'Quién puede recogerles',
      'Su ropa, sus medicinas, algo suyo',
    ],
  },
  {
    id: 'mascotas',
    titulo: 'Mascotas',
    sugerencias: ['Quién puede cuidarlas', 'Su cartilla, correa o jaula'],
  },
  {
    id: 'transporte',
    titulo: 'Transporte',
    sugerencias: ['Cómo salir a cualquier hora', 'Llaves de repuesto fuera de casa', 'A dónde ir primero'],
  },
  {
    id: 'quien-sabe',
    titulo: 'Quién sabe',
    sugerencias: [
      'Una persona que conoce este plan',
      'Una frase para pedirle ayuda',
      'Una vecina que llame si oye algo',
    ],
  },
  {
    id: 'maleta',
    titulo: 'Lo que llevo',
    sugerencias: [
      'Ropa y medicinas para unos días',
      'Cargador y un teléfono que sirva',
      'Anteojos y cosas que no se reponen',
    ],
  },
]

/** The longest line. */
export const LARGO = 200

/** What is offered of a topic: the suggestions that she has not taken yet. */
export const sugeridas = (tema: Tema, puntos: readonly Punto[]): string[] =>
  tema.sugerencias.filter((texto) => !puntos.some((punto) => punto.tema === tema.id && punto.texto === texto))
