/** Something to do for oneself, alone and without hurry. None promises a cure. */
export type Practica = { titulo: string; tiempo: string; materiales: string[]; pasos: string[] }

export type Seccion = { titulo: string; introduccion: string; accion: string; practicas: Practica[] }

/** The three collapsible sections of the holistic zone, five practices each (docs/product.md#holistic-zone). */
export const secciones: Seccion[] = [
  {
    titulo: 'Rituales',
    introduccion: 'Pequeños gestos con intención. Cambia lo que quieras: el ritual es tuyo.',
    accion: 'Guiarme paso a paso',
    practicas: [
      {
        titulo: 'Cerrar el día con gratitud',
        tiempo: '10 minutos',
        materiales: ['Una libreta o una hoja', 'Algo con qué escribir', 'Una luz suave'],
        pasos: [
          'Siéntate cómoda y baja la luz.',
          'Escribe tres momentos del día que te hicieron bien, aunque sean pequeños.',
          'Junto a cada uno anota qué hiciste tú para que ocurriera.',
          'Lee la lista en voz baja y agradécete.',
        ],
      },
      {
        titulo: 'Soltar en papel',
        tiempo: '15 minutos',
        materiales: ['Una hoja', 'Un lápiz', 'Un recipiente con agua'],
        pasos: [
          'Escribe lo que hoy te pesa, sin cuidar la letra ni el orden.',
          'Respira hondo tres veces mientras miras la hoja.',
          'Rómpela en pedazos pequeños y déjalos en el agua.',
          'Di en voz baja qué quieres poner en ese espacio que se abre.',
        ],
      },
      {
        titulo: 'Altar de mis raíces',
        tiempo: '20 minutos',
        materiales: [
          'Un paño o una servilleta bonita',
          'Fotos u objetos que te recuerden a quienes te cuidaron',
          'Una flor o una hoja',
        ],
        pasos: [
          'Elige un rincón que sientas tuyo; puede ser una caja que se guarda.',
          'Extiende el paño y coloca los objetos sin prisa.',
          'Nombra a cada mujer de tu historia y una fuerza que te dejó.',
          'Quédate un momento en silencio y guarda lo que necesites guardar.',
        ],
      },
      {
        titulo: 'Luna nueva: una intención',
        tiempo: '15 minutos',
        materiales: ['Una hoja pequeña', 'Un sobre'],
        pasos: [
          'Pregúntate qué quieres cuidar durante este mes.',
          'Escríbelo en una sola frase, en presente y con tus palabras.',
          'Agrega el primer paso, tan pequeño que puedas darlo mañana.',
          'Guárdalo en el sobre y vuelve a leerlo con la próxima luna nueva.',
        ],
      },
      {
        titulo: 'Mi espacio en calma',
        tiempo: '20 minutos',
        materiales: ['Una bolsa para lo que ya no quieres', 'Un paño húmedo', 'Una canción que te guste'],
        pasos: [
          'Abre la ventana y pon tu canción.',
          'Elige un rincón, solo uno, y saca lo que sobra.',
          'Limpia despacio, como quien acaricia.',
          'Deja ahí un objeto que te alegre verlo cada mañana.',
        ],
      },
    ],
  },
  {
    titulo: 'Baños de energía',
    introduccion:
      'Agua tibia, plantas y un rato para ti. Si tu piel es sensible o estás embarazada, deja las plantas fuera y quédate con el agua.',
    accion: 'Recordarme este baño',
    practicas: [
      {
        titulo: 'Baño de manzanilla para descansar',
        tiempo: '25 minutos',
        materiales: ['Un puñado de flores de manzanilla', 'Un litro de agua', 'Una jarra'],
        pasos: [
          'Hierve el agua, apaga el fuego y deja las flores diez minutos.',
          'Cuela y espera a que esté tibia; prueba siempre con la mano.',
          'Después de tu baño, viértela despacio de los hombros hacia abajo.',
          'Envuélvete en la toalla y respira su aroma.',
        ],
      },
      {
        titulo: 'Baño de romero para empezar',
        tiempo: '20 minutos',
        materiales: ['Tres ramas de romero', 'Un litro de agua'],
        pasos: [
          'Deja reposar el romero en agua recién hervida hasta que entibie.',
          'Durante el baño piensa en lo que quieres empezar.',
          'Vierte el agua tibia sobre brazos y piernas.',
          'Sécate con calma y elige ropa que te haga sentir tú.',
        ],
      },
      {
        titulo: 'Baño de rosas para quererte',
        tiempo: '25 minutos',
        materiales: ['Pétalos de dos rosas sin pesticidas', 'Agua tibia', 'Un recipiente grande'],
        pasos: [
          'Pon los pétalos en el agua tibia y espera cinco minutos.',
          'Mírate al espejo y dite algo amable, como a tu mejor amiga.',
          'Vierte el agua sobre el cuerpo, nombrando lo que agradeces de él.',
          'Recoge los pétalos y devuélvelos a la tierra.',
        ],
      },
      {
        titulo: 'Baño de lavanda para la noche',
        tiempo: '20 minutos',
        materiales: ['Un puñado de lavanda seca', 'Una bolsita de tela', 'Agua tibia'],
        pasos: [
          'Mete la lavanda en la bolsita y cuélgala bajo la regadera o en la tina.',
          'Deja que el agua corra y respira despacio.',
          'Imagina que el día se va con el agua.',
          'Apaga las pantallas y quédate en silencio unos minutos.',
        ],
      },
      {
        titulo: 'Baño de pies con sal',
        tiempo: '15 minutos',
        materiales: ['Una palangana', 'Agua tibia', 'Dos cucharadas de sal de grano'],
        pasos: [
          'Disuelve la sal en el agua tibia.',
          'Mete los pies y apoya bien la espalda.',
          'Con cada respiración suelta el peso de los hombros.',
          'Sécalos, masajéalos y agradéceles el camino.',
        ],
      },
    ],
  },
  {
    titulo: 'Meditaciones',
    introduccion: 'Puedes hacerlas con los ojos abiertos y parar cuando quieras.',
    accion: 'Escuchar la meditación',
    practicas: [
      {
        titulo: 'Respirar en cuatro tiempos',
        tiempo: '5 minutos',
        materiales: ['Un lugar donde sentarte'],
        pasos: [
          'Apoya los pies en el suelo.',
          'Inhala contando hasta cuatro y sostén otros cuatro, sin esfuerzo.',
          'Exhala contando hasta cuatro y espera cuatro antes de volver a inhalar.',
          'Repite seis veces. Si te incomoda, vuelve a tu respiración de siempre.',
        ],
      },
      {
        titulo: 'Un recorrido por el cuerpo',
        tiempo: '12 minutos',
        materiales: ['Una cama, un tapete o una silla'],
        pasos: [
          'Recuéstate o siéntate y cierra los ojos solo si te sientes segura.',
          'Lleva la atención a los pies y sube poco a poco hasta la cabeza.',
          'En cada parte nota calor, frío, tensión o descanso, sin cambiar nada.',
          'Termina moviendo los dedos y estirándote a tu gusto.',
        ],
      },
      {
        titulo: 'El lugar donde estoy a salvo',
        tiempo: '10 minutos',
        materiales: ['Un momento sin interrupciones'],
        pasos: [
          'Imagina un lugar, real o inventado, en el que te sientas tranquila.',
          'Descubre sus colores, sus sonidos y su temperatura.',
          'Elige una palabra que lo nombre y repítela al exhalar.',
          'Cuando quieras volver, mira a tu alrededor y nombra tres cosas que ves.',
        ],
      },
      {
        titulo: 'Cinco sentidos para volver al presente',
        tiempo: '5 minutos',
        materiales: ['Nada más que tú'],
        pasos: [
          'Nombra cinco cosas que ves y cuatro que puedes tocar.',
          'Nombra tres sonidos y dos aromas.',
          'Nota un sabor, o bebe un sorbo de agua.',
          'Siente el peso de tu cuerpo y dite: «estoy aquí».',
        ],
      },
      {
        titulo: 'Palabras amables para mí',
        tiempo: '8 minutos',
        materiales: ['Una mano sobre el pecho'],
        pasos: [
          'Pon una mano sobre el pecho y siente cómo se mueve al respirar.',
          'Repite despacio: «que esté a salvo, que esté en paz, que sea amable conmigo».',
          'Piensa en alguien a quien quieres y deséale lo mismo.',
          'Vuelve a ti y quédate un momento con lo que sientes.',
        ],
      },
    ],
  },
]
