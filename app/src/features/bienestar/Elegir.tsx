import { RadioGroup } from 'radix-ui'

type ElegirProps<Key extends string> = {
  label: string
  value: Key
  onChange: (value: Key) => void
  opciones: Record<Key, string>
}

/** One of two or three, side by side. */
export function Elegir<Key extends string>({ label, value, onChange, opciones }: ElegirProps<Key>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Key)}
      className="flex flex-wrap rounded-control bg-hundido p-0.5"
    >
      {(Object.entries(opciones) as [Key, string][]).map(([key, texto]) => (
        <RadioGroup.Item
          key={key}
          value={key}
          className="min-h-11 rounded-control px-4 text-[0.9375rem] data-[state=checked]:bg-superficie data-[state=checked]:font-semibold data-[state=checked]:text-jacaranda-texto data-[state=checked]:shadow-sm data-[state=checked]:outline-1 data-[state=checked]:outline-linea-fuerte"
        >
          {texto}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
