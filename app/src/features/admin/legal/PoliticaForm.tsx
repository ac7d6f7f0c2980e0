import { useMemo, useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { SafeHtml } from '../../../components/content/SafeHtml.tsx'
import { ConfirmDialog } from '../../../components/dialog/ConfirmDialog.tsx'
import { Changed } from '../../../components/form/Changed.tsx'
import { Checkbox } from '../../../components/form/Checkbox.tsx'
import { Field, Input, Textarea } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { Collapsible } from '../../../components/layout/Collapsible.tsx'
import { longFecha, shortHora } from '../../../lib/time/fechas.ts'
import { type AskedLink, LinkDialog } from '../richText/LinkDialog.tsx'
import { RichText } from '../richText/RichText.tsx'
import { sayDone, sayFailed, siNo } from '../toasts.ts'
import { differences } from '../words.ts'
import { type Obra, type Politica, useEscrito, usePublishPolitica, useSaveObra } from './politicas.ts'
import { type Escrito, politicaSchema, refusalOf } from './versiones.ts'

type PoliticaFormProps = {
  /** The draft or the scheduled version that it changes; null for a new text. */
  obra: Obra | null
  vigente: Politica | null
  /** Given the draft that it is now; null where there is none any more. */
  onSaved: (obra: Obra | null) => void
  onClose: () => void
}

/** The form stands below the buttons that open it, which on a phone is beyond the edge of the screen. */
const bringUp = (opened: HTMLElement | null) => opened?.scrollIntoView({ block: 'start' })

/** Writes a legal text: keeps it as the team's draft, publishes it, or corrects it before its day. */
export function PoliticaForm({ obra, vigente, onSaved, onClose }: PoliticaFormProps) {
  const written = useEscrito(obra)
  const { escrito, base, id } = written
  const save = useSaveObra()
  const publish = usePublishPolitica()
  const [asking, setAsking] = useState(false)
  const [preview, setPreview] = useState(false)
  const [link, setLink] = useState<AskedLink | null>(null)
  const programada = base?.clase === 'programada'
  const first = vigente === null

  const form = useForm({
    kept: [escrito, written.change],
    schema: () => politicaSchema({ first, now: new Date() }),
    send: () => setAsking(true),
  })

  const fail = (failure: unknown, title: string) => {
    if (written.learn(failure)) return
    const refused = refusalOf(failure, escrito.version)
    if (refused) form.refuse(refused)
    else sayFailed(title, failure)
  }
  const keep = async () => {
    const sent = escrito
    try {
      const now = await save.mutateAsync({ id, base, escrito: sent })
      sayDone(programada ? 'Versión corregida' : 'Borrador guardado')
      // What she wrote on while it was being saved is still before her.
      if (written.settle(sent, now)) onSaved(programada ? null : now)
    } catch (failure) {
      fail(failure, 'No se pudo guardar')
    }
  }
  const confirm = async () => {
    try {
      if (programada) await keep()
      else {
        const sent = escrito
        await publish.mutateAsync({ id, base, escrito: sent })
        sayDone(sent.desde ? 'Versión programada' : 'Versión publicada')
        written.settle(sent, null)
        onSaved(null)
      }
    } catch (failure) {
      fail(failure, 'No se pudo publicar')
    } finally {
      setAsking(false)
    }
  }

  return (
    <Card as="section" aria-labelledby="escribir" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="escribir" className="text-xl">
          {programada ? 'Corregir lo programado' : escrito.menor ? 'Corrección pequeña' : 'Versión nueva'}
        </h2>
        <Button look="quiet" onClick={onClose}>
          Volver a la lista
        </Button>
      </div>
      <Form of={form} className="grid grid-cols-1 gap-4">
        <Others news={written.news} base={base} escrito={escrito} />
        <Field label="Título" required error={form.errors.titulo}>
          <Input {...form.text('titulo')} maxLength={200} autoComplete="off" />
        </Field>
        <div className="grid gap-4 sm:max-md:grid-cols-2 lg:grid-cols-2">
          <Field label="Versión" required hint="Un número, como 1.1." error={form.errors.version}>
            <Input {...form.text('version')} maxLength={20} autoComplete="off" />
          </Field>
          <Field label="Vigente desde" hint="Vacío: en cuanto la publiques." error={form.errors.desde}>
            <Input {...form.text('desde')} type="datetime-local" />
          </Field>
        </div>
        <Field
          label="Texto"
          required
          hint="Puedes pegarlo de un procesador de textos: llegan títulos, listas, tablas y enlaces. Se guarda en este dispositivo mientras escribes."
          error={form.errors.contenido}
        >
          <RichText
            label="Texto"
            value={escrito.contenido}
            onChange={(contenido) => form.change({ contenido })}
            onLink={setLink}
          />
        </Field>
        {vigente && <WhatChanges before={vigente.contenido} after={escrito.contenido} />}
        {!first && (
          <Checkbox
            label="Cambio menor: no se pregunta a nadie"
            hint="Una errata, un enlace, una frase más clara. Si cambia qué guardamos, quién lo ve o qué se permite, no es menor."
            {...form.checked('menor')}
          />
        )}
        {!first && !escrito.menor && (
          <Field
            label="Qué cambió"
            required
            hint="En palabras sencillas: es lo primero que lee cada una antes de aceptar."
            error={form.errors.queCambio}
          >
            <Textarea {...form.text('queCambio')} maxLength={2000} />
          </Field>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={publish.isPending || (programada && save.isPending)}>
            {programada ? 'Guardar corrección' : escrito.desde ? 'Programar' : 'Publicar'}
          </Button>
          {!programada && (
            <Button look="secondary" busy={save.isPending} onClick={() => void keep()}>
              Guardar borrador
            </Button>
          )}
          <Button look="secondary" aria-expanded={preview} onClick={() => setPreview(!preview)}>
            {preview ? 'Cerrar vista previa' : 'Vista previa'}
          </Button>
          {written.kept && (
            <Button
              look="quiet"
              onClick={() => {
                written.drop()
                onClose()
              }}
            >
              Descartar mis cambios
            </Button>
          )}
        </div>
      </Form>
      {preview && (
        <section
          aria-label="Vista previa"
          ref={bringUp}
          className="grid scroll-mt-4 gap-4 rounded-card border border-linea bg-crema p-4"
        >
          <header className="grid gap-1">
            <h3 className="text-2xl">{escrito.titulo || 'Sin título'}</h3>
            <p className="text-tinta-suave">Versión {escrito.version || 'sin número'}</p>
          </header>
          <SafeHtml html={escrito.contenido} className="texto" />
        </section>
      )}
      <LinkDialog link={link} onClose={() => setLink(null)} />
      <ConfirmDialog
        open={asking}
        title={`¿${programada ? 'Guardar' : escrito.desde ? 'Programar' : 'Publicar'} la versión ${escrito.version.trim()}?`}
        description={consequenceOf(escrito, first)}
        action={programada ? 'Guardar' : escrito.desde ? 'Programar' : 'Publicar'}
        busy={publish.isPending || save.isPending}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </Card>
  )
}

/** What publishing it means, for whom. */
function consequenceOf({ menor, desde }: Escrito, first: boolean): string {
  const day = desde ? new Date(desde) : null
  return [
    day
      ? `Entra en vigor el ${longFecha(day)} a las ${shortHora(day)}; hasta entonces la puedes corregir o retirar.`
      : 'La leen todas desde ahora, también quien visita sin cuenta, y ya no se puede cambiar ni borrar.',
    menor || first
      ? 'A nadie se le pregunta nada.'
      : 'A cada una se le pide aceptarla una vez. Seguridad, el directorio y sus datos nunca esperan su respuesta.',
  ].join(' ')
}

type OthersProps = { news: 'changed' | 'gone' | null; base: Obra | null; escrito: Escrito }

/** What another of the team made of it meanwhile. */
function Others({ news, base, escrito }: OthersProps) {
  const now = base?.escrito
  return (
    <>
      <Changed
        news={news}
        fields={[
          ['Título', now?.titulo ?? '', escrito.titulo.trim()],
          ['Versión', now?.version ?? '', escrito.version.trim()],
          ['Vigente desde', now?.desde.replace('T', ' ') ?? '', escrito.desde.replace('T', ' ')],
          ['Cambio menor', siNo(now?.menor), siNo(escrito.menor)],
          ['Qué cambió', now?.queCambio ?? '', escrito.queCambio.trim()],
        ]}
      />
      {news === 'changed' && now && now.contenido !== escrito.contenido && (
        <WhatChanges
          title="En qué se distingue tu texto del suyo"
          before={now.contenido}
          after={escrito.contenido}
        />
      )}
    </>
  )
}

type WhatChangesProps = { title?: string; before: string; after: string }

/** Line by line what reads otherwise: what she needs to write «qué cambió», and to see that a small correction is small. */
function WhatChanges({ title = 'Qué cambia respecto de lo vigente', before, after }: WhatChangesProps) {
  const found = useMemo(() => differences(before, after), [before, after])
  return (
    <Collapsible title={found.length === 0 ? `${title}: nada` : `${title}: ${found.length} líneas`}>
      {found.length === 0 ? (
        <p className="text-tinta-suave">Dicen lo mismo.</p>
      ) : (
        <ul className="grid max-h-96 gap-1.5 overflow-y-auto text-sm wrap-anywhere">
          {found.map(({ kind, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be the same.
            <li key={index} className="grid grid-cols-[4.5rem_1fr] gap-2">
              <span
                className={
                  kind === 'added' ? 'font-semibold text-salvia-texto' : 'font-semibold text-alerta-texto'
                }
              >
                {kind === 'added' ? 'Se agrega' : 'Se quita'}
              </span>
              {kind === 'added' ? <ins className="no-underline">{text}</ins> : <del>{text}</del>}
            </li>
          ))}
        </ul>
      )}
    </Collapsible>
  )
}
