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
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-checked={checked}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        disabled={disabled}
        className="relative h-8 w-14 shrink-0 appearance-none rounded-full border-2 border-linea-fuerte bg-hundido transition-colors duration-150 before:absolute before:top-0.5 before:left-0.5 before:size-6 before:rounded-full before:bg-linea-fuerte before:transition-transform before:duration-200 after:absolute after:-inset-2 checked:border-salvia checked:bg-salvia checked:before:translate-x-6 checked:before:bg-white disabled:opacity-60 forced-colors:before:bg-[ButtonText]"
      />
      <label htmlFor={id} aria-hidden="true" className="font-semibold text-[0.9375rem] text-tinta-suave">
        {checked ? 'Activado' : 'Desactivado'}
      </label>
    </span>
  )
}
