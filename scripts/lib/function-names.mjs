import { parseSync } from 'vite'

/*
 * Which names in our sources are names of functions, and which of them begin with a Spanish verb. See docs/decisions/0210.
 */

/** Words before the verb that say nothing about the language: a hook, a handler, a question. */
const BEFORE = new Set(['use', 'on', 'is', 'has', 'set', 'get'])

/** English words, and nouns of our domain, that end like a Spanish infinitive. */
const NOT_INFINITIVES = new Set(
  `appear avatar bar calendar car clear ear far hear near scalar sidebar similar solar star wear war year linear char
  azar bazar bienestar celular dolar hogar lugar particular pilar
  air chair dir fair hair pair repair stir their elixir`.split(/\s+/),
)

/** Infinitives in -er are told one by one: too much English ends like them. */
const INFINITIVES_IN_ER = new Set(
  `aparecer aprender atender beber caber caer coger comer componer comprender conocer contener correr creer crecer deber
  defender depender deshacer detener devolver disponer encender entender envolver esconder escoger establecer exponer
  extender haber hacer leer mantener meter mover nacer obtener ofrecer oponer parecer perder permanecer poder poner
  pretender prometer proponer proteger querer recoger reconocer resolver responder retener romper saber ser suponer
  suspender tejer temer tener traer valer vencer vender ver volver`.split(/\s+/),
)

/** Forms that a name of ours has had, or is likely to have. Nouns that look the same («ayuda», «busca», «falta») are not here. */
const CONJUGATED = new Set(
  `hay es esta estan eres fue fui fueron eran tiene tienen tengo puede pueden puedo debe deben debes
  faltan pide piden viene vienen valen va vaya hace hacen haga hizo quiere quieren sabe saben
  existe existen coincide coinciden alcanza alcanzan aparece cabe parece sigue siguen sirve sirven
  elige eligen revisa revisan abre abren abrio cierra cierran borra borran elimina envia envian guardan
  muestra muestran pertenece empieza empiezan termina terminan`.split(/\s+/),
)

/** Words of Spanish grammar that stand before its verb: «no se abrió», «ya no existe», «lo que falta», «al terminar». */
const PARTICLES = new Set(['no', 'ya', 'se', 'al', 'lo', 'que', 'si'])

const withoutAccents = (/** @type {string} */ text) => text.normalize('NFD').replace(/\p{M}/gu, '')

/** The words of a name, in small letters and without accents: `useBorrarLibro` gives use, borrar, libro. */
export function wordsOf(/** @type {string} */ name) {
  return withoutAccents(name)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)
}

/** Whether a word is a Spanish verb: an infinitive, one with a pronoun behind it, a gerund, or a form that is listed above. */
export function isSpanishVerb(/** @type {string} */ word) {
  if (NOT_INFINITIVES.has(word)) return false
  if (/^[a-z]{2,}(ar|ir)$/.test(word) || word === 'ir' || INFINITIVES_IN_ER.has(word)) return true
  if (/^[a-z]{2,}(ar|er|ir)(me|te|se|nos|lo|la|los|las|le|les)$/.test(word)) return !ENGLISH_ENDINGS.has(word)
  if (/^[a-z]{2,}(ando|iendo|yendo)$/.test(word)) return !ENGLISH_ENDINGS.has(word)
  return CONJUGATED.has(word)
}

/** English that looks like a verb with a pronoun, or like a gerund. */
const ENGLISH_ENDINGS = new Set(
  `parse sparse coarse hoarse terse verse reverse inverse converse traverse diverse universe immerse disperse nurse
  purse course adverse perverse transverse erase charla charlas carla perla cuando fernando orlando`.split(
    /\s+/,
  ),
)

/**
 * Whether a function's name begins with a Spanish verb, behind `use`, `on` and the like, or behind particles that
 * stand before a verb.
 */
export function beginsWithSpanishVerb(/** @type {string} */ name) {
  const words = wordsOf(name)
  let at = words.length > 1 && BEFORE.has(words[0] ?? '') ? 1 : 0
  if (isSpanishVerb(words[at] ?? '')) return true
  const first = at
  while (PARTICLES.has(words[at] ?? '')) at += 1
  return at > first && isSpanishVerb(words[at] ?? '')
}

/** Spanish words that only hold others together; none of them is an English word that our names use. */
const CONNECTIVES = new Set(
  'de del al el la los las un una con para por sin segun que y cuando donde como desde hasta'.split(' '),
)

/** Whether a name is put together in Spanish, whatever it begins with: `nombreDelDia` for `nombreOfDia`. */
export function isJoinedInSpanish(/** @type {string} */ name) {
  return wordsOf(name).some((word) => CONNECTIVES.has(word))
}

/** @typedef {{ type: string, [key: string]: any }} Node */

const isFunction = (/** @type {Node | null | undefined} */ node) =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'

/** Whether a type says that something is called. */
const isFunctionType = (/** @type {Node | null | undefined} */ type) => {
  if (!type) return false
  if (type.type === 'TSFunctionType') return true
  if (type.type === 'TSTypeAnnotation' || type.type === 'TSParenthesizedType')
    return isFunctionType(type.typeAnnotation)
  return type.type === 'TSUnionType' && type.types.some(isFunctionType)
}

/** What a hook gives back is called sooner or later: `const save = useSaveLibro()`. */
const isHook = (/** @type {Node | null | undefined} */ node) =>
  node?.type === 'CallExpression' && /^use[A-Z]/.test(node.callee.name ?? node.callee.property?.name ?? '')

/** A function handed to another: `useCallback(() => …)`, `lazy(() => …)`. */
const isGivenFunction = (/** @type {Node | null | undefined} */ node) =>
  node?.type === 'CallExpression' && node.arguments.some(isFunction)

/**
 * The names of functions in one file: functions and components, methods, variables and properties that hold a function or what a hook
 * gave, parameters and members whose type is a function's. Names inside quotes are not ours to choose.
 *
 * @param {string} file its name tells TypeScript from TSX
 * @param {string} source
 * @returns {string[]} each as often as it is declared
 */
export function functionNames(file, source) {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  /** @type {string[]} */
  const names = []
  const add = (/** @type {Node | null | undefined} */ name) => {
    if (name?.type === 'Identifier') names.push(name.name)
  }
  const visit = (/** @type {Node} */ node) => {
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'TSDeclareFunction':
        add(node.id)
        break
      case 'VariableDeclarator':
        if (
          isFunction(node.init) ||
          isHook(node.init) ||
          isGivenFunction(node.init) ||
          isFunctionType(node.id.typeAnnotation)
        )
          add(node.id)
        break
      case 'MethodDefinition':
      case 'TSMethodSignature':
        if (!node.computed) add(node.key)
        break
      case 'Property':
      case 'PropertyDefinition':
        if (!node.computed && (isFunction(node.value) || isFunctionType(node.typeAnnotation))) add(node.key)
        break
      case 'TSPropertySignature':
        if (isFunctionType(node.typeAnnotation)) add(node.key)
        break
      case 'Identifier':
        if (isFunctionType(node.typeAnnotation)) add(node)
        break
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof child?.type === 'string') visit(child)
      }
    }
  }
  visit(/** @type {any} */ (program))
  return names
}
