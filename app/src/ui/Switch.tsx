import { Switch as Primitive } from 'radix-ui'
import { useId } from 'react'

type SwitchProps = {
  /** What it turns on and off. */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** On or off, at once. Says its state in words as well, never by colour alone. */
export function Switch({ label, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    <span className="inline-flex min-h-11 items-center gap-3">
      <Primitive.Root
        id={id}
        aria-label={label}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="relative h-8 w-14 shrink-0 rounded-full border-2 border-linea-fuerte bg-hundido transition-colors duration-150 after:absolute after:-inset-2 disabled:opacity-60 data-[state=checked]:border-salvia data-[state=checked]:bg-salvia"
      >
        <Primitive.Thumb className="block size-6 translate-x-0.5 rounded-full bg-linea-fuerte transition-transform duration-200 data-[state=checked]:translate-x-6 data-[state=checked]:bg-white" />
      </Primitive.Root>
      <label htmlFor={id} aria-hidden="true" className="font-semibold text-[0.9375rem] text-tinta-suave">
        {checked ? 'Activado' : 'Desactivado'}
      </label>
    </span>
  )
}
