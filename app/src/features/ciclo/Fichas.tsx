import type { ReactNode } from 'react'
import { cx } from '../../components/cx.ts'

type FichaProps = {
  pressed: boolean
  disabled?: boolean
  /** It fills its place. */
  big?: boolean
  onPress: () => void
  children: ReactNode
}

/** Something that she says with a tap, and takes back with another. */
export function Ficha({ pressed, disabled, big, onPress, children }: FichaProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onPress()}
      className={cx(
        'rounded-control border-2 transition-colors duration-150 aria-disabled:opacity-60',
        'aria-pressed:border-jacaranda aria-pressed:bg-jacaranda aria-pressed:font-semibold aria-pressed:text-sobre-jacaranda',
        big
          ? 'min-h-13 border-jacaranda-viva px-3 font-semibold text-jacaranda-texto'
          : 'min-h-11 border-transparent bg-hundido px-3 text-[0.9375rem]',
      )}
    >
      {children}
    </button>
  )
}

type FichasProps<Key extends string> = {
  label: string
  textos: Record<Key, string>
  chosen: readonly Key[]
  onPress: (key: Key) => void
}

/** A row of them under its name. */
export function Fichas<Key extends string>({ label, textos, chosen, onPress }: FichasProps<Key>) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {(Object.entries(textos) as [Key, string][]).map(([key, texto]) => (
          <Ficha key={key} pressed={chosen.includes(key)} onPress={() => onPress(key)}>
            {texto}
          </Ficha>
        ))}
      </div>
    </fieldset>
  )
}
