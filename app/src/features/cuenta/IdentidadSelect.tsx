import type { ComponentProps } from 'react'
import { Select } from '../../components/form/Select.tsx'
import { identidades } from './validar.ts'

/** The five choices of docs/product.md#registration, in the device's own list. */
export function IdentidadSelect(control: Pick<ComponentProps<'select'>, 'value' | 'onChange'>) {
  return (
    <Select name="identidad" {...control}>
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
