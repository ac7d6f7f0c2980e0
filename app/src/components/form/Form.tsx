import {
  type ChangeEvent,
  type ComponentProps,
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Errores, errorsOf, type Schema } from '../../lib/form/errors.ts'
import { createStore } from '../../lib/store.ts'

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>

/** The fields of a form that hold this kind of value. */
type Holding<Values, Kind> = {
  [Field in keyof Values]: Values[Field] extends Kind ? Field : never
}[keyof Values]

/** A draft on the device, as `useFormDraft` gives it to a form. */
export type Draft<Values> = {
  initial: Values
  values: Values
  change: (next: Values) => void
  forget: () => void
}

// biome-ignore lint/suspicious/noConfusingVoidType: most of what sends returns nothing at all.
type Refused<Values> = Errores<Values> | void

/** Where the values are, and what a submission does, in this order. */
type FormOptions<Values> = {
  /** Whether anything can be sent at all; says itself why not, or nothing where there is nothing to say. */
  ready?: (values: Values) => boolean
  /** What is wrong is said at its field. A function makes it anew for each submission. */
  schema?: Schema<NoInfer<Values>> | (() => Schema<NoInfer<Values>>)
  /** Said besides, where the schema found something. */
  onRefused?: (errors: Errores<Values>) => void
  /** Sends it. What it returns is said at its fields: nothing arrived. */
  send: (values: Values) => Promise<Refused<Values>> | Refused<Values>
  /** What to say of a failure; what it returns is said at its fields. Without it, a failure is thrown. */
  onFailure?: (failure: unknown, values: Values) => Refused<Values>
  /** Having sent it leads elsewhere: the form stays busy until it is gone. */
  leaves?: boolean
} & (
  | { initial: Values | (() => Values); kept?: undefined; draft?: undefined }
  /** Values that somebody else keeps, as a draft on the device that outlives the screen. */
  | {
      initial?: undefined
      kept: readonly [Values, (next: Values) => void, ...unknown[]]
      draft?: undefined
    }
  /** A draft on the device that ends when it has arrived, or with its dialog. */
  | { initial?: undefined; kept?: undefined; draft: Draft<Values> }
)

/** A form, as {@link useForm} gives it to its screen. */
export type FormOf<Values> = {
  values: Values
  /** What is wrong with which field, for its `Field`. */
  errors: Errores<Values>
  /** For its button. */
  busy: boolean
  /** It holds something typed or chosen that ends with it. */
  typed: boolean
  /** Throws that away. */
  forget: () => void
  /** A change by hand; not of what is being sent, which would not be in it and go with the form. A draft that outlives the sending may be changed. */
  change: (part: Partial<Values>) => void
  /** A change by the form itself, whatever is being sent. */
  put: (part: Partial<Values>) => void
  /** Nothing of it can be changed now: it is being sent. */
  held: boolean
  /** What an Input, PasswordInput, Textarea or Select needs; `read` makes the value out of what is typed. */
  text: <Field extends Holding<Values, string>>(
    field: Field,
    read?: (typed: string) => string,
  ) => { value: Values[Field]; onChange: (event: Typed) => void; readOnly?: true }
  /** What a Checkbox needs. */
  checked: (field: Holding<Values, boolean>) => {
    checked: boolean
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
  refuse: (errors: Errores<Values>) => void
  submit: () => void
  element: RefObject<HTMLFormElement | null>
}

/**
 * Every form of the app: its values, its schema, one submission at a time, errors at their fields until these are changed, and the
 * focus on the first of them.
 *
 * A submission is no Action of React's: a pending one holds back every transition of the page and the end of every other Action, so the
 * question for the password that comes up within a submission could never say that it was wrong. `Form.test.tsx` has it.
 *
 * @returns what {@link Form} and its fields are given
 */
export function useForm<Values extends object>({
  initial,
  kept,
  draft,
  ready,
  schema,
  onRefused,
  send,
  onFailure,
  leaves = false,
}: FormOptions<Values>): FormOf<Values> {
  const [own, setOwn] = useState(initial ?? draft?.initial)
  const [begun] = useState(own)
  const [errors, setErrors] = useState<Errores<Values>>({})
  /** Each time the focus goes to the first wrong field. */
  const [refusals, setRefusals] = useState(0)
  const [busy, setBusy] = useState(false)
  // A second press may come before the first one is rendered.
  const sending = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  const values = kept ? kept[0] : draft ? draft.values : (own as Values)
  // Two changes may come before the form is rendered again: the second is added to the first.
  const latest = useRef(values)
  useLayoutEffect(() => {
    latest.current = values
  })

  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>(FIRST_WRONG)?.focus()
  }, [refusals])

  const held = busy && !kept
  const put = (part: Partial<Values>) => {
    latest.current = { ...latest.current, ...part }
    if (kept) kept[1](latest.current)
    else if (draft) draft.change(latest.current)
    else setOwn(latest.current)
    const corrected = Object.keys(part).map((field) => [field, undefined])
    setErrors((before) => ({ ...before, ...Object.fromEntries(corrected) }))
  }
  const change = (part: Partial<Values>) => {
    if (!sending.current || kept) put(part)
  }
  const refuse = (wrong: Errores<Values>) => {
    setErrors(wrong)
    setRefusals((before) => before + 1)
  }
  const setSending = (now: boolean) => {
    sending.current = now
    setBusy(now)
  }

  const submit = async () => {
    if (sending.current || ready?.(values) === false) return
    const found = schema && errorsOf(typeof schema === 'function' ? schema() : schema, values)
    if (found) {
      refuse(found)
      return onRefused?.(found)
    }
    setErrors({})
    setSending(true)
    let stays = false
    try {
      // Within the press: browsers open windows only then.
      const wrong = await send(values)
      if (wrong) return refuse(wrong)
      draft?.forget()
      stays = leaves
    } catch (failure) {
      if (!onFailure) throw failure
      const wrong = onFailure(failure, values)
      if (wrong) refuse(wrong)
    } finally {
      if (!stays) setSending(false)
    }
  }

  return {
    values,
    errors,
    busy,
    typed: !kept && !isSame(values, begun as Values),
    change,
    put,
    held,
    text: (field, read = asTyped) => ({
      value: values[field],
      onChange: ({ target }) => change({ [field]: read(target.value) } as Partial<Values>),
      ...(held && { readOnly: true }),
    }),
    checked: (field) => ({
      checked: values[field] as boolean,
      onChange: ({ target }) => change({ [field]: target.checked } as Partial<Values>),
    }),
    refuse,
    forget: draft?.forget ?? nothing,
    submit: () => void submit(),
    element,
  }
}

const nothing = () => {}

const asTyped = (typed: string) => typed

const isSame = <Values extends object>(one: Values, other: Values) =>
  (Object.keys(one) as (keyof Values)[]).every((field) => Object.is(one[field], other[field]))

/** A group of choices cannot have the focus itself. */
const FIRST_WRONG = '[aria-invalid]:not(fieldset), fieldset[aria-invalid] input'

type FormProps<Values> = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & { of: FormOf<Values> }

/** The element around the fields of a form; a button of type `submit` inside it sends. */
export function Form<Values>({ of: { element, submit, typed, forget }, ...rest }: FormProps<Values>) {
  const hold = useContext(AroundForm)
  useEffect(() => {
    if (!hold || !typed) return
    const release = hold(forget)
    holding.set(holding.get() + 1)
    return () => {
      release()
      holding.set(holding.get() - 1)
    }
  }, [hold, typed, forget])
  return (
    <form
      {...rest}
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    />
  )
}

/**
 * The dialog around a form, which is not closed by accident while something is typed in it: told how that is thrown away.
 * The function that it returns says that there is nothing more.
 */
export const AroundForm = createContext<((forget: () => void) => () => void) | null>(null)

/** How many forms in dialogs hold something typed. */
const holding = createStore(0)

/** Whether a dialog is open that holds something typed: whatever takes its page away would take that too. */
export const useHoldsTyped = (): boolean =>
  useSyncExternalStore(holding.subscribe, holding.get, holding.get) > 0
