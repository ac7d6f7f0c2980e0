import { Search, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { IconButton } from '../../components/button/IconButton.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Select } from '../../components/form/Select.tsx'
import { ciudades, estados, type Lugar, paises, type Ubicada } from './lugares.ts'

type FiltrosProps = {
  entries: Ubicada[]
  lugar: Lugar
  onLugar: (lugar: Lugar) => void
  texto: string
  onTexto: (texto: string) => void
  /** How many were found, beside the country that they are of. */
  resumen: ReactNode
}

export function Filtros({ entries, lugar, onLugar, texto, onTexto, resumen }: FiltrosProps) {
  const { pais, estado, ciudad } = lugar
  return (
    <search aria-label="Directorio" className="@container grid grid-fit-[13rem] gap-2 md:gap-3">
      <Busqueda texto={texto} onTexto={onTexto} />
      <Field label="Estado" className={INLINE}>
        <Select value={estado} onChange={({ target }) => onLugar({ pais, estado: target.value, ciudad: '' })}>
          <option value="">Todos los estados</option>
          <Options choices={estados(entries, pais)} chosen={estado} />
        </Select>
      </Field>
      <Field label="Ciudad" className={INLINE}>
        <Select
          value={ciudad}
          disabled={!estado}
          onChange={({ target }) => onLugar({ pais, estado, ciudad: target.value })}
        >
          <option value="">Todas las ciudades</option>
          <Options choices={ciudades(entries, pais, estado)} chosen={ciudad} />
        </Select>
      </Field>
      <div className="col-span-full flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        {resumen}
        <Pais
          choices={paises(entries)}
          chosen={pais}
          onChoose={(next) => onLugar({ pais: next, estado: '', ciudad: '' })}
        />
      </div>
    </search>
  )
}

/** A phone has room for the label beside its list, where the letters are not large. */
const INLINE = '@min-[18rem]:max-md:grid-cols-[4.25rem_minmax(0,1fr)] @min-[18rem]:max-md:items-center'

/** What is chosen stays among the choices, also where no entry names it any more. */
function Options({ choices, chosen }: { choices: string[]; chosen: string }) {
  const all = chosen && !choices.includes(chosen) ? [...choices, chosen] : choices
  return all.map((choice) => <option key={choice}>{choice}</option>)
}

function Busqueda({ texto, onTexto }: { texto: string; onTexto: (texto: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="relative col-span-full">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-tinta-suave"
      />
      <Input
        ref={input}
        // Not of type «search»: the cross that browsers draw into that one is too small for a thumb.
        type="text"
        aria-label="Buscar"
        placeholder="Nombre o tema"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        value={texto}
        onChange={({ target }) => onTexto(target.value)}
        className="pr-12 pl-11 text-ellipsis"
      />
      {texto && (
        <IconButton
          label="Borrar la búsqueda"
          icon={<X aria-hidden="true" />}
          onClick={() => {
            onTexto('')
            input.current?.focus()
          }}
          className="absolute top-1/2 right-0.5 -translate-y-1/2"
        />
      )}
    </div>
  )
}

/** Less prominent: other countries take one more step, so that nobody dials their numbers by accident. */
function Pais(props: { choices: string[]; chosen: string; onChoose: (pais: string) => void }) {
  const id = useId()
  return (
    <span className="flex min-w-0 max-w-full flex-wrap items-center gap-x-2">
      <label htmlFor={id} className="text-sm text-tinta-suave">
        País
      </label>
      <select
        id={id}
        value={props.chosen}
        onChange={({ target }) => props.onChoose(target.value)}
        className="field-sizing-content min-h-11 min-w-0 max-w-full cursor-pointer rounded-control bg-transparent pr-1 font-semibold text-jacaranda-texto text-sm underline-offset-4 hover:bg-jacaranda-suave"
      >
        <Options choices={props.choices} chosen={props.chosen} />
      </select>
    </span>
  )
}
