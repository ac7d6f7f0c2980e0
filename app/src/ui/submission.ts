import { createStore, type Store } from '../lib/store.ts'

/** What is wrong with which field, in words for her. */
export type Errores<Values> = { [Field in keyof Values]?: string }

// biome-ignore lint/suspicious/noConfusingVoidType: most of what sends returns nothing at all.
type Refused<Values> = Errores<Values> | void

/** What a form does once she presses its button, in this order. */
export type Steps<Values> = {
  /** Whether anything can be sent at all; says itself why not, or nothing where there is nothing to say. */
  ready?: (values: Values) => boolean
  /** What is wrong with what she wrote; empty where nothing is. Pure, and tested by itself. */
  check?: (values: Values) => Errores<Values>
  /** Said besides, where `check` found something. */
  onRefused?: (errors: Errores<Values>) => void
  /** Sends it. What it returns is said at its fields: nothing arrived. */
  send: (values: Values) => Promise<Refused<Values>> | Refused<Values>
  /** What to say of a failure; what it returns is said at its fields. Without it, a failure is nobody's and is thrown. */
  onFailure?: (failure: unknown, values: Values) => Refused<Values>
  /** Having sent it leads elsewhere: the form stays busy until it is gone. */
  leaves?: boolean
}

type State<Values> = {
  errors: Errores<Values>
  busy: boolean
  /** How often it was refused: each time the focus goes to the first wrong field. */
  refusals: number
}

export type Submission<Values> = Pick<Store<State<Values>>, 'get' | 'subscribe'> & {
  submit: (values: Values, steps: Steps<Values>) => Promise<void>
  refuse: (errors: Errores<Values>) => void
  /** She is changing these: what was wrong with them is no longer said. */
  forgive: (fields: (keyof Values)[]) => void
}

const isEmpty = (errors: object) => !Object.values(errors).some(Boolean)

/**
 * What a form goes through between her press and the answer, without React: one submission at a time, however often she
 * presses; errors of her input and of the service at their fields, until she changes them; busy for as long as it takes.
 */
export function createSubmission<Values extends object>(): Submission<Values> {
  const store = createStore<State<Values>>({ errors: {}, busy: false, refusals: 0 })
  const update = (part: Partial<State<Values>>) => store.set({ ...store.get(), ...part })
  const refuse = (errors: Errores<Values>) => update({ errors, refusals: store.get().refusals + 1 })

  /** @returns whether it arrived */
  const attempt = async (values: Values, { send, onFailure }: Steps<Values>): Promise<boolean> => {
    try {
      const errors = await send(values)
      if (errors) refuse(errors)
      return !errors
    } catch (failure) {
      if (!onFailure) throw failure
      const errors = onFailure(failure, values)
      if (errors) refuse(errors)
      return false
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    refuse,
    forgive(fields) {
      const { errors } = store.get()
      if (!fields.some((field) => errors[field])) return
      const rest = { ...errors }
      for (const field of fields) delete rest[field]
      update({ errors: rest })
    },
    async submit(values, steps) {
      if (store.get().busy || steps.ready?.(values) === false) return
      const errors = steps.check?.(values) ?? {}
      if (!isEmpty(errors)) {
        refuse(errors)
        return steps.onRefused?.(errors)
      }
      update({ errors: {}, busy: true })
      let arrived = false
      try {
        arrived = await attempt(values, steps)
      } finally {
        if (!(arrived && steps.leaves)) update({ busy: false })
      }
    },
  }
}
