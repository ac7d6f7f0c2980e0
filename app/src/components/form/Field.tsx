import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import { cx } from '../cx.ts'

type FieldIds = { id: string; describedBy?: string; invalid: boolean; required: boolean }

const FieldContext = createContext<FieldIds | null>(null)

type FieldProps = {
  label: ReactNode
  /** Said below the label before anything goes wrong. */
  hint?: ReactNode
  /** Said below the control, and announced, once something has. */
  error?: ReactNode
  required?: boolean
  className?: string
  /** One Input, PasswordInput, Select or Textarea. */
  children: ReactNode
}

/** A label with its control, hint and error, connected for screen readers. */
export function Field({ label, hint, error, required = false, className, children }: FieldProps) {
  const id = useId()
  const describedBy = cx(hint && `${id}-hint`, error && `${id}-error`) || undefined
  return (
    <div className={cx('grid grid-cols-1 content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold text-[0.9375rem]">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 text-sm text-tinta-suave">
          {hint}
        </p>
      )}
      <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>{children}</FieldContext>
      <p id={`${id}-error`} aria-live="polite" className="text-sm text-alerta-texto empty:hidden">
        {error}
      </p>
    </div>
  )
}

/** What a control inside a Field carries; outside of one, nothing. */
export function useFieldProps() {
  const field = useContext(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  }
}

export const controlClass = cx(
  'w-full min-h-12 rounded-control border-2 border-linea-fuerte/70 bg-superficie px-3.5 py-2.5 text-base text-tinta',
  'placeholder:text-tinta-suave transition-colors duration-150 hover:border-linea-fuerte',
  'focus-visible:border-jacaranda-viva focus-visible:outline-offset-0 aria-invalid:border-alerta',
  'disabled:opacity-60',
)

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldProps()} {...rest} className={cx(controlClass, className)} />
}

/** For an address: the keyboard with its «@», nothing corrected, and what the device knows offered. */
export function CorreoInput(props: ComponentProps<'input'>) {
  return (
    <Input
      type="email"
      name="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck="false"
      {...props}
    />
  )
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldProps()}
      {...rest}
      className={cx(controlClass, 'min-h-32 resize-y leading-relaxed', className)}
    />
  )
}
