import { CalendarDays, Heart, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from '../../lib/toast/toast.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button, type ButtonLook } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Collapsible } from '../../ui/Collapsible.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field, Input, Textarea } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LinkRow } from '../../ui/LinkRow.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { Select } from '../../ui/Select.tsx'
import { Simbolo } from '../../ui/Simbolo.tsx'
import { ListSkeleton, Skeleton } from '../../ui/Skeleton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { Calendarios } from './Calendarios.tsx'
import { Colores } from './Colores.tsx'
import { Dibujos } from './Dibujos.tsx'

/** Development only: every piece of the design system in every state, on one page. */
export function Galeria() {
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-10 px-4 py-8 md:px-8">
      <h1 className="text-4xl">Galería</h1>
      <Section title="Colores">
        <Colores />
      </Section>
      <Section title="Letras">
        <Letras />
      </Section>
      <Section title="Botones">
        <Botones />
      </Section>
      <Section title="Campos">
        <Campos />
      </Section>
      <Section title="Calendarios">
        <Calendarios />
      </Section>
      <Section title="Interruptores y secciones">
        <Interruptores />
      </Section>
      <Section title="Tarjetas, mosaicos y enlaces">
        <Tarjetas />
      </Section>
      <Section title="Estados de una consulta">
        <Estados />
      </Section>
      <Section title="Avisos y diálogos">
        <Toasts />
      </Section>
      <Section title="Dibujos">
        <Dibujos />
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="border-linea border-b pb-2 text-2xl">{title}</h2>
      {children}
    </section>
  )
}

function Letras() {
  return (
    <div className="grid gap-2">
      <p className="font-serif text-4xl">¿Cómo estás hoy, Begoña?</p>
      <p className="font-serif text-2xl">Un título de tarjeta</p>
      <p className="text-lg">Texto grande para empezar una página con calma.</p>
      <p>Texto de lectura, 16 píxeles: ¡áéíóú ñ ü! «comillas» — 0123456789</p>
      <p className="text-sm text-tinta-suave">Texto pequeño y suave, para lo que acompaña.</p>
    </div>
  )
}

const looks: ButtonLook[] = ['primary', 'secondary', 'quiet', 'danger']

function Botones() {
  return (
    <div className="grid gap-3">
      {looks.map((look) => (
        <div key={look} className="flex flex-wrap items-center gap-3">
          <Button look={look}>Guardar</Button>
          <Button look={look} size="lg">
            Grande
          </Button>
          <Button look={look} icon={<Plus aria-hidden="true" className="size-5" />}>
            Con dibujo
          </Button>
          <Button look={look} busy>
            Ocupado
          </Button>
          <Button look={look} disabled>
            Apagado
          </Button>
        </div>
      ))}
      <div className="flex items-center gap-2">
        <IconButton label="Me gusta" icon={<Heart aria-hidden="true" />} />
        <IconButton label="Eliminar" tone="danger" icon={<Trash2 aria-hidden="true" />} />
        <Spinner label="Cargando…" className="text-3xl text-jacaranda-texto" />
      </div>
    </div>
  )
}

function Campos() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field label="Vacío" hint="Una ayuda antes de escribir.">
        <Input placeholder="Escribe aquí" />
      </Field>
      <Field label="Con error" error="Por favor, completa el nombre y el teléfono." required>
        <Input defaultValue="55" />
      </Field>
      <Field label="Apagado">
        <Input disabled defaultValue="No se puede cambiar" />
      </Field>
      <Field label="Contraseña">
        <PasswordInput defaultValue="jacaranda" />
      </Field>
      <Field label="Lista">
        <Select defaultValue="1">
          <option value="1">Prioridad 1</option>
          <option value="2">Prioridad 2</option>
        </Select>
      </Field>
      <Field label="Texto largo">
        <Textarea placeholder="Hoy…" />
      </Field>
      <Checkbox label="Publicar como anónima" hint="Nadie sabrá que la escribiste tú." defaultChecked />
      <Checkbox label="Sin marcar" />
    </div>
  )
}

function Interruptores() {
  const [on, setOn] = useState(true)
  const [off, setOff] = useState(false)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-6">
        <Switch label="Compartir ubicación" checked={on} onChange={setOn} />
        <Switch label="Compartir ubicación" checked={off} onChange={setOff} />
        <Switch label="Compartir ubicación" checked disabled onChange={setOn} />
      </div>
      <Collapsible title="Abierta" defaultOpen>
        <p>Lo que se guarda dentro.</p>
      </Collapsible>
      <Collapsible title="Cerrada">
        <p>Lo que se guarda dentro.</p>
      </Collapsible>
    </div>
  )
}

function Tarjetas() {
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2 md:grid-cols-4">
        {(['jacaranda', 'maiz', 'bugambilia', 'salvia'] as const).map((tone) => (
          <Tile
            key={tone}
            to="/galeria"
            title={tone}
            description="Un rincón"
            tone={tone}
            illustration={null}
          />
        ))}
      </div>
      <Card className="flex items-center gap-3">
        <Avatar className="size-14" />
        <span className="grow">Una tarjeta con nombre</span>
        <Badge>Prioridad 1</Badge>
      </Card>
      <div className="flex flex-wrap gap-2">
        <Badge tone="jacaranda">Plan Básico</Badge>
        <Badge tone="maiz">Más Popular</Badge>
        <Badge tone="salvia">Activo</Badge>
        <Badge tone="bugambilia">Nuevo</Badge>
        <Badge tone="alerta">(OCULTO)</Badge>
      </div>
      <Card flush>
        <LinkRow to="/galeria" label="Mi agenda" icon={CalendarDays} />
        <LinkRow to="/galeria" label="Mi agenda" description="Citas y recordatorios" icon={CalendarDays} />
      </Card>
    </div>
  )
}

function Estados() {
  const nothing = { error: null, errorUpdateCount: 0, isFetching: false, refetch: () => {} }
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <ListSkeleton rows={2} />
      <ErrorState message="No se pudieron cargar los eventos." onRetry={() => {}} />
      <EmptyState
        message="No hay eventos para este día."
        action={<Button look="secondary">Agregar evento</Button>}
      />
      <QueryView query={{ ...nothing, data: ['Uno', 'Dos'] }} empty="Nada">
        {(rows) => (
          <ul className="grid gap-2">
            {rows.map((row) => (
              <Card key={row} as="li">
                {row}
              </Card>
            ))}
          </ul>
        )}
      </QueryView>
      <Skeleton className="h-10" />
    </div>
  )
}

function Toasts() {
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => toast({ title: 'Entrada guardada', description: 'Solo tú puedes leerla.' })}>
        Aviso
      </Button>
      <Button
        onClick={() =>
          toast({
            title: '❌ Error al agregar',
            description: 'No se pudo guardar el contacto.',
            variant: 'destructive',
          })
        }
      >
        Aviso de error
      </Button>
      <Button
        onClick={() =>
          toast({ title: 'Con acción', action: { label: 'Deshacer', onClick: () => {} }, duration: 9000 })
        }
      >
        Aviso con acción
      </Button>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Diálogo
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Agregar contacto"
        description="A quién avisamos por ti."
      >
        <Field label="Nombre">
          <Input />
        </Field>
        <Button onClick={() => toast({ title: 'Se ve por encima', description: 'y se puede cerrar' })}>
          Aviso dentro
        </Button>
      </Dialog>
      <Simbolo className="size-11" />
    </div>
  )
}
