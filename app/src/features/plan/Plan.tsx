import { Plus, Printer, Trash2, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { IconButton } from '../../components/button/IconButton.tsx'
import { QuienLoLee } from '../../components/content/QuienLoLee.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { PageSkeleton } from '../../components/feedback/Skeleton.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageTitle } from '../../components/layout/PageTitle.tsx'
import { useNotas } from '../../lib/cofre/hojas.ts'
import type { Nota } from '../../lib/cofre/notas.ts'
import { uuid } from '../../lib/random.ts'
import { LARGO, type Punto, sugeridas, TEMAS, type Tema } from './plan.ts'

const PERIODO = 'plan'

/** What she gathers in order to leave: topic by topic, on her device, and in her vault where she has one. */
export function Plan() {
  const { notas, write, eraseAll } = useNotas<Punto>('plan')
  const [asking, setAsking] = useState<'print' | 'erase' | null>(null)
  if (!notas) return <PageSkeleton />
  const puntos = notas.get(PERIODO) ?? []
  const put = (id: string, punto: Punto | null) => void write(PERIODO, id, punto)

  return (
    <div className="mx-casa grid max-w-2xl content-start gap-4 px-4 pt-4 pb-6 md:gap-5 md:px-8 md:pt-10 lg:max-w-6xl">
      <header className="grid gap-1">
        <PageTitle>Plan de salida</PageTitle>
        <p>
          Lo que conviene tener listo si un día tienes que irte. Marca lo que ya está; lo demás puede esperar.
        </p>
        <QuienLoLee solo="Solo lo lees tú, hasta que tú lo imprimas." />
      </header>
      <div className="grid items-start gap-4 md:gap-5 lg:grid-cols-2">
        {TEMAS.map((tema) => (
          <TemaCard
            key={tema.id}
            tema={tema}
            puntos={puntos.filter(({ value }) => value.tema === tema.id)}
            onPut={put}
          />
        ))}
      </div>
      {puntos.length > 0 && (
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button
            look="secondary"
            icon={<Printer aria-hidden="true" className="size-5" />}
            onClick={() => setAsking('print')}
          >
            Imprimir
          </Button>
          <Button
            look="quiet"
            icon={<Trash2 aria-hidden="true" className="size-5" />}
            onClick={() => setAsking('erase')}
          >
            Borrar todo
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking === 'print'}
        title="¿Imprimir tu plan?"
        description="En papel lo lee quien lo encuentre, y la impresora puede guardar una copia. Hazlo solo donde nadie más llegue."
        action="Imprimir"
        onConfirm={() => {
          setAsking(null)
          // Once the dialog is gone: it would be on the paper.
          setTimeout(() => window.print())
        }}
        onCancel={() => setAsking(null)}
      />
      <ConfirmDialog
        open={asking === 'erase'}
        title="¿Borrar todo tu plan?"
        description="Se borra de este dispositivo y de tus otros dispositivos. No se puede deshacer."
        action="Borrar todo"
        onConfirm={() => {
          setAsking(null)
          void eraseAll()
        }}
        onCancel={() => setAsking(null)}
      />
    </div>
  )
}

type TemaCardProps = {
  tema: Tema
  puntos: readonly Nota<Punto>[]
  onPut: (id: string, punto: Punto | null) => void
}

function TemaCard({ tema, puntos, onPut }: TemaCardProps) {
  const titulo = useId()
  const [own, setOwn] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (own) field.current?.focus()
  }, [own])
  const hechos = puntos.filter(({ value }) => value.hecho).length
  const add = (texto: string) => onPut(uuid(), { tema: tema.id, texto, hecho: false })
  const form = useForm({
    initial: { texto: '' },
    ready: ({ texto }) => texto.trim() !== '',
    send: ({ texto }) => {
      add(texto.trim())
      form.put({ texto: '' })
    },
  })
  const faltan = sugeridas(
    tema,
    puntos.map(({ value }) => value),
  )

  return (
    <Card as="section" aria-labelledby={titulo} className="grid gap-3">
      <header className="flex items-baseline justify-between gap-3">
        <h2 id={titulo} className="text-lg">
          {tema.titulo}
        </h2>
        {puntos.length > 0 && (
          <p className="text-sm text-tinta-suave tabular-nums">
            {hechos} de {puntos.length}
          </p>
        )}
      </header>
      {puntos.length > 0 && (
        <ul className="grid">
          {puntos.map(({ id, value }) => (
            <li key={id} className="flex items-start gap-2">
              <div className="min-w-0 flex-1 py-1.5">
                <Checkbox
                  label={<span dir="auto">{value.texto}</span>}
                  checked={value.hecho}
                  onChange={({ target }) => onPut(id, { ...value, hecho: target.checked })}
                />
              </div>
              <IconButton
                label={`Quitar «${value.texto}»`}
                className="print:hidden"
                icon={<X aria-hidden="true" className="size-5" />}
                onClick={() => onPut(id, null)}
              />
            </li>
          ))}
        </ul>
      )}
      <ul aria-label={`Ideas: ${tema.titulo}`} className="flex flex-wrap gap-2 print:hidden">
        {faltan.map((texto) => (
          <li key={texto}>
            <Idea texto={texto} onAdd={() => add(texto)} />
          </li>
        ))}
        {!own && (
          <li>
            <Idea texto="Algo más" onAdd={() => setOwn(true)} />
          </li>
        )}
      </ul>
      {own && (
        <Form of={form} className="flex items-end gap-2 print:hidden">
          <Field label="Algo más" className="min-w-0 flex-1">
            <Input
              {...form.text('texto')}
              ref={field}
              maxLength={LARGO}
              autoComplete="off"
              spellCheck="false"
              dir="auto"
            />
          </Field>
          <IconButton
            type="submit"
            label={`Agregar a ${tema.titulo}`}
            className="size-12 bg-jacaranda-suave text-jacaranda-texto"
            icon={<Plus aria-hidden="true" />}
          />
        </Form>
      )}
    </Card>
  )
}

function Idea({ texto, onAdd }: { texto: string; onAdd: () => void }) {
  return (
    <button
      type="button"
      onClick={onAdd}
      className="flex min-h-11 items-center gap-1.5 rounded-control bg-hundido px-3 py-1.5 text-left text-[0.9375rem] hover:bg-jacaranda-suave"
    >
      <Plus aria-hidden="true" className="size-4 shrink-0 text-jacaranda-texto" />
      {texto}
    </button>
  )
}
