import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from '../../components/button/IconButton.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Spinner } from '../../components/feedback/Spinner.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { Fecha } from '../../lib/time/fechas.ts'
import { Etiquetas } from './Etiquetas.tsx'
import { useSearchEntradas, useTodo } from './entradas.ts'
import { buscarEtiqueta, splitBy, titulo } from './texto.ts'

/** Finds days by what she wrote in them. */
export function SearchEntradas({ onChoose }: { onChoose: (fecha: Fecha) => void }) {
  const id = useId()
  const searching = useSearchEntradas()
  const [etiqueta, setEtiqueta] = useState<string | null>(null)
  const todo = useTodo(etiqueta !== null).data
  const found = etiqueta && todo ? buscarEtiqueta(todo, etiqueta) : searching.data
  const buscado = etiqueta ? `#${etiqueta}` : (searching.variables ?? '')

  const form = useForm({
    initial: { texto: '' },
    ready: ({ texto }) => texto.trim() !== '' && !searching.isPending,
    send: ({ texto }) => {
      setEtiqueta(null)
      searching.mutate(texto)
    },
  })

  return (
    <Card as="section" aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-lg">
        Buscar en mi diario
      </h2>
      <Form of={form} className="flex items-end gap-2">
        <Field label="Palabras" className="min-w-0 flex-1">
          <Input
            type="search"
            {...form.text('texto')}
            maxLength={200}
            autoComplete="off"
            spellCheck="false"
            enterKeyHint="search"
          />
        </Field>
        <IconButton
          type="submit"
          label="Buscar"
          aria-disabled={searching.isPending || undefined}
          className="size-12 bg-jacaranda-suave text-jacaranda-texto"
          icon={searching.isPending ? <Spinner label="Buscando…" /> : <Search aria-hidden="true" />}
        />
      </Form>
      <Etiquetas
        chosen={etiqueta}
        onChoose={(nombre) => {
          searching.reset()
          setEtiqueta(nombre)
        }}
      />
      {searching.isError && (
        <ErrorState
          message="No se pudieron cargar las entradas."
          onRetry={() => searching.mutate(buscado)}
          busy={searching.isPending}
        />
      )}
      <p role="status" className="text-sm text-tinta-suave empty:hidden">
        {found && countText(found.length)}
      </p>
      {found && found.length > 0 && (
        <ul className="-mx-2 grid max-h-96 overflow-y-auto">
          {found.map(({ fecha, extracto }) => (
            <li key={fecha}>
              <button
                type="button"
                onClick={() => onChoose(fecha)}
                className="grid w-full gap-0.5 rounded-control px-2 py-2.5 text-left hover:bg-jacaranda-suave"
              >
                <span className="font-semibold text-[0.9375rem]">{titulo(fecha)}</span>
                <Extracto texto={extracto} buscado={buscado} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function countText(found: number): string {
  if (found === 0) return 'No encontramos esas palabras en tus entradas.'
  if (found === 1) return 'Un día.'
  return found < 100 ? `${found} días.` : 'Los 100 días más recientes.'
}

function Extracto({ texto, buscado }: { texto: string; buscado: string }) {
  return (
    <span dir="auto" className="line-clamp-3 text-sm text-tinta-suave">
      {splitBy(texto, buscado).map((piece, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text stay where they are.
          <mark key={index} className="rounded-sm bg-maiz-suave font-semibold text-maiz-texto">
            {piece}
          </mark>
        ) : (
          piece
        ),
      )}
    </span>
  )
}
