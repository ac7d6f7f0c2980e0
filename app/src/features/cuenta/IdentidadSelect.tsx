import { Select } from '../../ui/Select.tsx'
import { identidades } from './validar.ts'

/** The five choices of docs/product.md#registration, in the device's own list. */
export function IdentidadSelect({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Select name="identidad" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="" disabled>
        Elige una opción
      </option>
      {identidades.map((identidad) => (
        <option key={identidad} value={identidad}>
          {identidad}
        </option>
      ))}
    </Select>
  )
}
