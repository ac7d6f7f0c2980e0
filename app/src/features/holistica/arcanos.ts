/** One of the 22 major arcana with its fixed meaning and answer. There are no reversed cards. */
export type Arcano = {
  nombre: string
  significado: string
  respuesta: 'Sí' | 'No' | 'Tal vez'
  imagenUrl: string
}

const dibujos = import.meta.glob<string>('./cartas/*.svg', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
})

const dibujo = (archivo: string): string => dibujos[`./cartas/${archivo}.svg`]!

/** The back that all cards share. */
export const reversoUrl = dibujo('reverso')

export const arcanos: readonly Arcano[] = [
  {
    nombre: 'El Loco',
    significado:
      'Un comienzo sin mapa. Te invita a dar el primer paso con curiosidad y a llevar solo lo que de verdad necesitas.',
    respuesta: 'Sí',
    imagenUrl: dibujo('00-el-loco'),
  },
  {
    nombre: 'El Mago',
    significado:
      'Ya tienes sobre la mesa más herramientas de las que crees. Es momento de elegir una y usarla.',
    respuesta: 'Sí',
    imagenUrl: dibujo('01-el-mago'),
  },
  {
    nombre: 'La Sacerdotisa',
    significado:
      'Tu intuición sabe algo que todavía no tiene palabras. Haz silencio y escúchala antes de decidir.',
    respuesta: 'Tal vez',
    imagenUrl: dibujo('02-la-sacerdotisa'),
  },
  {
    nombre: 'La Emperatriz',
    significado:
      'Lo que cuidas con paciencia está creciendo. Date a ti misma la ternura que das a las demás.',
    respuesta: 'Sí',
    imagenUrl: dibujo('03-la-emperatriz'),
  },
  {
    nombre: 'El Emperador',
    significado: 'Pon orden y límites claros: una estructura firme también es una forma de cuidarte.',
    respuesta: 'Sí',
    imagenUrl: dibujo('04-el-emperador'),
  },
  {
    nombre: 'El Sumo Sacerdote',
    significado:
      'Busca el consejo de alguien con experiencia y quédate solo con lo que resuene con tus valores.',
    respuesta: 'Tal vez',
    imagenUrl: dibujo('05-el-sumo-sacerdote'),
  },
  {
    nombre: 'Los Enamorados',
    significado:
      'Una elección hecha desde el corazón. El cariño que te hace bien es el que te deja ser libre.',
    respuesta: 'Sí',
    imagenUrl: dibujo('06-los-enamorados'),
  },
  {
    nombre: 'El Carro',
    significado: 'Tomas las riendas. Avanza a tu ritmo y con la mirada puesta en lo que quieres.',
    respuesta: 'Sí',
    imagenUrl: dibujo('07-el-carro'),
  },
  {
    nombre: 'La Fuerza',
    significado: 'Tu fuerza es suave y constante. Lo que parece una fiera se calma con paciencia y respeto.',
    respuesta: 'Sí',
    imagenUrl: dibujo('08-la-fuerza'),
  },
  {
    nombre: 'El Ermitaño',
    significado:
      'Un tiempo a solas puede darte luz. Retírate a escucharte, sabiendo que puedes volver cuando quieras.',
    respuesta: 'Tal vez',
    imagenUrl: dibujo('09-el-ermitano'),
  },
  {
    nombre: 'La Rueda de la Fortuna',
    significado: 'Todo gira y nada dura para siempre, tampoco lo difícil. Mantente cerca de tu centro.',
    respuesta: 'Tal vez',
    imagenUrl: dibujo('10-la-rueda-de-la-fortuna'),
  },
  {
    nombre: 'La Justicia',
    significado: 'Mira los hechos con honestidad. Mereces un trato justo, también el que te das a ti.',
    respuesta: 'Tal vez',
    imagenUrl: dibujo('11-la-justicia'),
  },
  {
    nombre: 'El Colgado',
    significado: 'Una pausa para mirar desde otro lugar. No hace falta resolverlo todo hoy.',
    respuesta: 'Tal vez',
    imagenUrl: dibujo('12-el-colgado'),
  },
  {
    nombre: 'La Muerte',
    significado: 'Algo termina para dejar espacio. Despídete con cariño de lo que ya cumplió su tiempo.',
    respuesta: 'No',
    imagenUrl: dibujo('13-la-muerte'),
  },
  {
    nombre: 'La Templanza',
    significado: 'El equilibrio llega gota a gota. Mezcla con calma, sin prisa y sin extremos.',
    respuesta: 'Sí',
    imagenUrl: dibujo('14-la-templanza'),
  },
  {
    nombre: 'El Diablo',
    significado:
      'Mira qué te ata: una costumbre, un miedo, una promesa que ya no quieres. Las cadenas flojas se pueden soltar.',
    respuesta: 'No',
    imagenUrl: dibujo('15-el-diablo'),
  },
  {
    nombre: 'La Torre',
    significado:
      'Lo que no tenía buenos cimientos se mueve. Busca apoyo: después del ruido podrás construir algo más tuyo.',
    respuesta: 'No',
    imagenUrl: dibujo('16-la-torre'),
  },
  {
    nombre: 'La Estrella',
    significado: 'La esperanza vuelve, tranquila y clara. Confía en que lo que sana también toma su tiempo.',
    respuesta: 'Sí',
    imagenUrl: dibujo('17-la-estrella'),
  },
  {
    nombre: 'La Luna',
    significado:
      'No todo se ve con claridad todavía. Ve despacio, presta atención a tus sueños y confirma antes de creer.',
    respuesta: 'Tal vez',
    imagenUrl: dibujo('18-la-luna'),
  },
  {
    nombre: 'El Sol',
    significado: 'Luz, alegría y calor. Permítete disfrutar y deja que te vean tal como eres.',
    respuesta: 'Sí',
    imagenUrl: dibujo('19-el-sol'),
  },
  {
    nombre: 'El Juicio',
    significado:
      'Una llamada a despertar. Perdónate lo que hiciste cuando no sabías y responde a lo que hoy te llama.',
    respuesta: 'Sí',
    imagenUrl: dibujo('20-el-juicio'),
  },
  {
    nombre: 'El Mundo',
    significado: 'Un ciclo se completa. Celebra el camino recorrido: lo que buscabas ya vive en ti.',
    respuesta: 'Sí',
    imagenUrl: dibujo('21-el-mundo'),
  },
]
