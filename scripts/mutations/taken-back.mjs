/**
 * What she has ended, or changed her mind about, does not happen after all.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'taken-back-story-is-sent-by-a-later-page',
    file: 'app/src/features/blog/historias.ts',
    find: '  void enviadas.remove(owner, id)\n',
    replace: '',
    test: ['app/src/features/blog/historias.test.ts', 'takes back without a network'],
  },
  {
    name: 'taken-back-story-stays-where-it-was-under-way',
    file: 'app/src/features/blog/historias.ts',
    find: '      if (retiradas.has(id)) await deleteHistoria(id)\n',
    replace: '',
    test: ['app/src/features/blog/historias.test.ts', 'takes back while it is under way'],
  },
  {
    name: 'taken-back-camera-comes-on',
    file: 'app/src/features/llamada/capture.ts',
    find: 'if (!track || asked[kind] !== mine) return track?.stop()',
    replace: 'if (!track) return',
    test: ['app/src/features/llamada/capture.test.ts', 'whenever it comes'],
  },
  {
    name: 'ended-press-holds-up-the-next-one',
    file: 'app/src/features/seguridad/panico/panico.ts',
    find: `      looking = null
      lastPress = Number.NEGATIVE_INFINITY
      shown.close()`,
    replace: '      shown.close()',
    test: ['app/src/features/seguridad/panico/panico.test.ts', 'is over once she has ended it'],
  },
  {
    name: 'press-behind-an-end-ends-with-it',
    file: 'app/src/features/seguridad/panico/eventos.ts',
    find: `if (end === 'own' || (end && !withoutCode)) throw`,
    replace: `if (end === 'own') throw`,
    test: ['app/src/features/seguridad/panico/eventos.test.ts', 'does not join what ends'],
  },
  {
    name: 'message-sent-by-an-earlier-page-is-a-draft-beside-itself',
    file: 'app/src/features/soporte/hilo.ts',
    find: `    void forgetSent(owner, 'soporte', { texto, codigo, id })\n`,
    replace: '',
    test: ['app/src/features/soporte/hilo.test.ts', 'is no draft any more'],
  },
]
