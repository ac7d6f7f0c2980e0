import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { FiltersButton } from '../../components/button/FiltersButton.tsx'
import { cx } from '../../components/cx.ts'
import { Field, Input } from '../../components/form/Field.tsx'
import { Select } from '../../components/form/Select.tsx'
import { MODALIDADES } from './perfilProfesional.ts'
import { type Busqueda, opciones } from './searchTerapeutas.ts'
import type { Terapeuta } from './terapeutas.ts'

type FiltrosProps = {
  terapeutas: Terapeuta[]
  busqueda: Busqueda
  onChange: (part: Partial<Busqueda>) => void
  /** How many were found. */
  total: number
}

export function Filtros({ terapeutas, busqueda, onChange, total }: FiltrosProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const { nombre: _, ...filters } = busqueda
  return (
    <search aria-label="Terapeutas" className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <div className="relative flex-1 basis-[7rem]">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-tinta-suave"
          />
          <Input
            type="text"
            aria-label="Buscar por nombre"
            placeholder="Nombre"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
            value={busqueda.nombre}
            onChange={({ target }) => onChange({ nombre: target.value })}
            className="pl-11"
          />
        </div>
        <FiltersButton
          controls={id}
          open={open}
          active={Object.values(filters).filter(Boolean).length}
          onOpenChange={setOpen}
        />
      </div>
      <div id={id} className={cx('grid grid-fit-[13rem] gap-3', !open && 'max-md:hidden')}>
        <Field label="Ciudad">
          <Select value={busqueda.ciudad} onChange={({ target }) => onChange({ ciudad: target.value })}>
            <option value="">Todas las ciudades</option>
            <Opciones values={terapeutas.map(({ ciudad }) => ciudad)} chosen={busqueda.ciudad} />
          </Select>
        </Field>
        <Field label="Especialidad">
          <Select
            value={busqueda.especialidad}
            onChange={({ target }) => onChange({ especialidad: target.value })}
          >
            <option value="">Todas</option>
            <Opciones
              values={terapeutas.map(({ especialidad }) => especialidad)}
              chosen={busqueda.especialidad}
            />
          </Select>
        </Field>
        <div className="col-span-full grid grid-fit-[8.5rem] gap-3 sm:contents">
          <Field label="Modalidad">
            <Select
              value={busqueda.modalidad}
              onChange={({ target }) => onChange({ modalidad: target.value })}
            >
              <option value="">Cualquiera</option>
              {MODALIDADES.map((modalidad) => (
                <option key={modalidad} value={modalidad}>
                  {modalidad[0]!.toUpperCase() + modalidad.slice(1)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Idioma">
            <Select value={busqueda.idioma} onChange={({ target }) => onChange({ idioma: target.value })}>
              <option value="">Cualquiera</option>
              <Opciones values={terapeutas.flatMap(({ idiomas }) => idiomas)} chosen={busqueda.idioma} />
            </Select>
          </Field>
        </div>
      </div>
      <p role="status" className="text-sm text-tinta-suave">
        {total === 1 ? '1 terapeuta' : `${total} terapeutas`}
      </p>
    </search>
  )
}

/** What is chosen stays among the choices, also where nobody has it any more. */
function Opciones({ values, chosen }: { values: (string | null)[]; chosen: string }) {
  const found = opciones(values)
  const all = chosen && !found.includes(chosen) ? [...found, chosen] : found
  return all.map((value) => <option key={value}>{value}</option>)
}
