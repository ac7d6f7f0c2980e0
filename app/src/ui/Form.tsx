import {
  type ChangeEvent,
  type ComponentProps,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createSubmission, type Errores, type Steps } from './submission.ts'
import { useHoldOpen } from './typed.ts'

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

type FormOptions<Values> = Steps<Values> &
  (
    | { initial: Values | (() => Values); kept?: undefined; draft?: undefined }
    /** Where what she writes is kept instead, and how it is changed: a draft on the device, which outlives the screen. */
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
  /** It holds something that she typed or chose and that ends with it. */
  typed: boolean
  /** Throws that away. */
  forget: () => void
  /** She changes it; not what is being sent, which would not be in it and go with the form. A draft that outlives the sending may be. */
  change: (part: Partial<Values>) => void
  /** The form itself changes it, whatever is being sent. */
  put: (part: Partial<Values>) => void
  /** Nothing of it can be changed now: it is being sent. */
  held: boolean
  /** What an Input, PasswordInput, Textarea or Select needs; `read` keeps what may stand there of what she types. */
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
 * What every form of the app is made with: her values, their check, one submission at a time, errors at their fields, and
 * the focus on the first of them. Why it is ours: docs/decisions/0248-one-form-helper.md.
 *
 * @returns what {@link Form} and its fields are given
 */
export function useForm<Values extends object>({
  initial,
  kept,
  draft,
  ...steps
}: FormOptions<Values>): FormOf<Values> {
  const [own, setOwn] = useState(initial ?? draft?.initial)
  const [begun] = useState(own)
  const [submission] = useState(createSubmission<Values>)
  const { errors, busy, refusals } = useSyncExternalStore(
    submission.subscribe,
    submission.get,
    submission.get,
  )
  const element = useRef<HTMLFormElement>(null)
  const values = kept ? kept[0] : draft ? draft.values : (own as Values)
  // A password manager may fill in two fields before the form is rendered again: the second is added to the first.
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
    submission.forgive(Object.keys(part) as (keyof Values)[])
  }
  const change = (part: Partial<Values>) => {
    if (!submission.get().busy || kept) put(part)
  }

  const send = async (sent: Values) => {
    const wrong = await steps.send(sent)
    if (!wrong) draft?.forget()
    return wrong
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
    refuse: submission.refuse,
    forget: draft?.forget ?? nothing,
    submit: () => void submission.submit(values, { ...steps, send }),
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
  useHoldOpen(typed, forget)
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
