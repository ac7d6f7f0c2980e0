import { useState } from 'react'
import { longFecha } from '../../lib/time/fechas.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field, Input, Textarea } from '../../ui/Field.tsx'
import { Form, useForm } from '../../ui/Form.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import { AdminPage } from './AdminPage.tsx'
import {
  type BorradorPolitica,
  checkPolitica,
  motivoOf,
  usePoliticaBorrador,
  usePoliticas,
  usePublishPolitica,
} from './politicas.ts'
import { sayDone, sayFailed } from './toasts.ts'

/** Writes a version of the policies, shows it as it will be read, publishes it. */
export function LegalAdmin() {
  const politicas = usePoliticas()
  const [borrador, change, forget] = usePoliticaBorrador()

  return (
    <AdminPage
      title="Políticas legales"
      text="Una versión publicada no cambia: para corregirla se publica otra."
    >
      <PoliticaForm borrador={borrador} onChange={change} onPublished={forget} />
      <section aria-labelledby="publicadas" className="grid gap-3">
        <h2 id="publicadas" className="text-xl">
          Versiones publicadas
        </h2>
        <QueryView
          query={politicas}
          errorMessage="No se pudieron cargar las políticas legales."
          empty="No se encontró ninguna política legal publicada."
        >
          {(list) => (
            <Card flush>
              <ul>
                {list.map(({ id, titulo, version, contenido, publicada_en }, index) => (
                  <li
                    key={id}
                    className="flex flex-wrap items-center justify-between gap-2 border-linea p-2.5 not-last:border-b"
                  >
                    <div className="grid gap-0.5">
                      <h3 className="font-sans font-semibold text-base">
                        {titulo}, versión {version}
                      </h3>
                      <p className="text-sm text-tinta-suave">
                        {longFecha(new Date(publicada_en))}
                        {index === 0 && ' · vigente'}
                      </p>
                    </div>
                    <Button look="quiet" onClick={() => change({ ...borrador, titulo, contenido })}>
                      Copiar al borrador
                    </Button>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </QueryView>
      </section>
    </AdminPage>
  )
}

type PoliticaFormProps = {
  borrador: BorradorPolitica
  onChange: (next: BorradorPolitica) => void
  onPublished: () => void
}

function PoliticaForm({ borrador, onChange, onPublished }: PoliticaFormProps) {
  const [preview, setPreview] = useState(false)
  const [asking, setAsking] = useState(false)
  const publishPolitica = usePublishPolitica()
  const form = useForm({ kept: [borrador, onChange], check: checkPolitica, send: () => setAsking(true) })

  const publish = async () => {
    try {
      await publishPolitica.mutateAsync(borrador)
      sayDone(borrador.desde ? 'Versión programada' : 'Versión publicada')
      onPublished()
      setPreview(false)
    } catch (failure) {
      const motivo = motivoOf(failure, borrador.version)
      if (motivo) form.refuse({ [motivo.startsWith('Ya existe') ? 'version' : 'contenido']: motivo })
      else sayFailed('No se pudo publicar', failure)
    } finally {
      setAsking(false)
    }
  }

  return (
    <Card as="section" aria-labelledby="nueva-version" className="grid gap-4">
      <h2 id="nueva-version" className="text-xl">
        Nueva versión
      </h2>
      <Form of={form} className="grid gap-4">
        <Field label="Título" required error={form.errors.titulo}>
          <Input {...form.text('titulo')} maxLength={200} autoComplete="off" />
        </Field>
        <div className="grid gap-4 sm:max-md:grid-cols-2 lg:grid-cols-2">
          <Field label="Versión" required error={form.errors.version}>
            <Input {...form.text('version')} maxLength={20} autoComplete="off" placeholder="1.1" />
          </Field>
          <Field label="Vigente desde" hint="Vacío: desde ahora." error={form.errors.desde}>
            <Input {...form.text('desde')} type="datetime-local" />
          </Field>
        </div>
        <Field
          label="Texto"
          required
          hint="En HTML: párrafos, títulos, listas, tablas y enlaces; lo demás se quita al publicar, como en la vista previa. Se guarda en este dispositivo mientras escribes."
          error={form.errors.contenido}
        >
          <Textarea {...form.text('contenido')} className="min-h-72 font-mono text-sm" spellCheck />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" aria-expanded={preview} onClick={() => setPreview(!preview)}>
            {preview ? 'Cerrar vista previa' : 'Vista previa'}
          </Button>
          <Button type="submit" busy={publishPolitica.isPending}>
            Publicar
          </Button>
        </div>
      </Form>
      {preview && (
        <section
          aria-label="Vista previa"
          className="grid gap-4 rounded-card border border-linea bg-crema p-4"
        >
          <header className="grid gap-1">
            <h3 className="text-2xl">{borrador.titulo || 'Sin título'}</h3>
            <p className="text-tinta-suave">Versión {borrador.version || 'sin número'}</p>
          </header>
          <SafeHtml html={borrador.contenido} className="texto" />
        </section>
      )}
      <ConfirmDialog
        open={asking}
        title={`¿Publicar la versión ${borrador.version.trim()}?`}
        description="La leerán todas, también quien visita sin cuenta. Una vez publicada no se puede cambiar ni borrar. Si tiene una fecha futura, aparecerá en la lista cuando llegue ese día."
        action="Publicar"
        busy={publishPolitica.isPending}
        onConfirm={() => void publish()}
        onCancel={() => setAsking(false)}
      />
    </Card>
  )
}
