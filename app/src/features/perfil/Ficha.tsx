import { useQueryClient } from '@tanstack/react-query'
import { Camera, Pencil, X } from 'lucide-react'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { IconButton } from '../../components/button/IconButton.tsx'
import { cx } from '../../components/cx.ts'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { Avatar } from '../../components/icons/Avatar.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { later } from '../../components/layout/deferred.tsx'
import { ask } from '../../lib/api/ask.ts'
import { messageOf, ServiceError, toServiceError } from '../../lib/api/errors.ts'
import { LARGO_DE_NOMBRE, nombreOf, rechazoOfNombre } from '../../lib/cuenta/nombre.ts'
import { rechazoOfFoto } from '../../lib/device/foto.ts'
import { ruled } from '../../lib/form/schema.ts'
import { brand } from '../../lib/installation/brand.ts'
import { defaultPerfil, perfilQuery, planOf, usePerfil } from '../../lib/member/perfil.ts'
import { useBorrador } from '../../lib/offline/drafts.ts'
import { useUser } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import { momentos, nombreOfMomento } from './momentos.ts'

const FotoDialog = later(async () => (await import('./FotoDialog.tsx')).FotoDialog)

const planes: Record<string, string> = { basico: brand.plans.basico.name, premium: brand.plans.premium.name }

/** Her profile: picture, name, plan and life moment; the pencil switches to editing. */
export function Ficha() {
  const user = useUser()
  const { data: perfil } = usePerfil()
  // What she was changing is open again after a reload.
  const [draft, write, forget] = useBorrador<Cambio | null>('perfil', null)
  const [pressed, setPressed] = useState(false)
  const editing = pressed || draft !== null
  const plan = planOf(perfil)
  const name = nombreOf(perfil?.username, user.user_metadata)
  // A word that would be cut in two beside her picture stands below it.
  const isLong = name.split(/[\s-]/).some((word) => word.length > 9)
  const momento = perfil?.momento_vida ?? defaultPerfil.momento_vida

  return (
    <Card as="section" aria-label="Tus datos" className="@container grid gap-4">
      <div className="grid grid-cols-[auto_1fr_auto] items-center gap-4">
        <Foto src={perfil?.foto_url} editing={editing} />
        <div
          className={cx(
            'col-span-full row-start-2 grid min-w-0 justify-items-start gap-1',
            isLong
              ? '@sm:col-start-2 @sm:col-span-1 @sm:row-start-1'
              : '@2xs:col-start-2 @2xs:col-span-1 @2xs:row-start-1',
          )}
        >
          <p className="font-serif text-2xl leading-tight">{name}</p>
          {plan ? (
            <Badge tone={plan === 'premium' ? 'maiz' : 'jacaranda'}>Plan {planes[plan] ?? plan}</Badge>
          ) : (
            <Skeleton className="h-6 w-24 rounded-full" />
          )}
        </div>
        {!perfil && <span aria-hidden="true" className="col-start-3 size-11" />}
        {perfil && (
          <IconButton
            label={editing ? 'Dejar de editar' : 'Editar perfil'}
            aria-pressed={editing}
            icon={editing ? <X aria-hidden="true" /> : <Pencil aria-hidden="true" />}
            onClick={() => {
              forget()
              setPressed(!editing)
            }}
            className="col-start-3 row-start-1 self-start"
          />
        )}
      </div>
      {editing && perfil ? (
        <Editor
          name={name}
          momento={momento}
          draft={draft}
          onChange={(next) => {
            // Written back to what it was, it is no draft, and the form stays.
            setPressed(true)
            write(next)
          }}
          onDone={(sent) => {
            // What she wrote on while it was being saved is still before her.
            if (forget(sent)) setPressed(false)
          }}
        />
      ) : (
        <div className="border-linea border-t pt-4">
          <h2 className="font-sans font-semibold text-[0.9375rem] tracking-normal">Momento de Vida</h2>
          {plan ? (
            <p className="mt-1">{nombreOfMomento(momento)}</p>
          ) : (
            <Skeleton className="mt-2 h-5 w-32 rounded-full" />
          )}
        </div>
      )}
    </Card>
  )
}

/** Her picture, and in edit mode the way to another. */
function Foto({ src, editing }: { src: string | null | undefined; editing: boolean }) {
  const chooser = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)

  const choose = (chosen: File | undefined) => {
    const rechazo = rechazoOfFoto(chosen)
    if (rechazo || !chosen) {
      toast({ title: 'Error al subir foto', description: rechazo, variant: 'destructive' })
    } else setFile(chosen)
  }

  if (!editing) return <Avatar src={src} className="size-20" />
  return (
    <>
      <button
        type="button"
        aria-label="Cambiar foto"
        onClick={() => chooser.current?.click()}
        className="relative shrink-0 rounded-full"
      >
        <Avatar src={src} className="size-20" />
        <span className="absolute right-0 bottom-0 grid size-8 place-items-center rounded-full border-2 border-superficie bg-jacaranda text-sobre-jacaranda">
          <Camera aria-hidden="true" className="size-4" />
        </span>
      </button>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        aria-label="Foto de perfil"
        hidden
        onChange={({ target }) => {
          choose(target.files?.[0])
          // Choosing the same file again must fire a change event.
          target.value = ''
        }}
      />
      {file && <FotoDialog file={file} onClose={() => setFile(null)} />}
    </>
  )
}

type Editable = { username: string; momento_vida: string }
/** What she changed, and nothing else: the rest may change on another device meanwhile. */
type Cambio = Partial<Editable>

type EditorProps = {
  name: string
  momento: string
  /** What she has changed and not saved. */
  draft: Cambio | null
  onChange: (draft: Cambio | null) => void
  onDone: (sent: Cambio) => void
}

function Editor({ name, momento, draft, onChange, onDone }: EditorProps) {
  const { id } = useUser()
  const queries = useQueryClient()
  const changed = ({ username, momento_vida }: Editable): Cambio => ({
    ...(username !== name && { username }),
    ...(momento_vida !== momento && { momento_vida }),
  })
  const write = (next: Editable) => {
    const cambio = changed(next)
    onChange(Object.keys(cambio).length > 0 ? cambio : null)
  }
  const save = async (sent: Editable) => {
    // Only what changed travels: a name from before the limits of today is no reason to refuse her moment.
    const changes = changed({ ...sent, username: sent.username.trim() })
    if (Object.keys(changes).length > 0) {
      const rows = await ask((db) => db.from('profiles').update(changes).eq('id', id).select('id'))
      if (rows.length === 0) throw new ServiceError('Tu perfil ya no está.', 'PGRST116', 406)
    }
    queries.setQueryData(perfilQuery(id).queryKey, (known) => known && { ...known, ...changes })
    void queries.invalidateQueries({ queryKey: perfilQuery(id).queryKey })
    toast({ title: 'Perfil actualizado' })
    onDone(draft ?? {})
  }

  const form = useForm<Editable>({
    kept: [{ username: name, momento_vida: momento, ...draft }, write],
    schema: () =>
      z.object({
        username: ruled((username: string) => (username.trim() === name ? null : rechazoOfNombre(username))),
      }),
    send: save,
    onFailure: (failure) => {
      toast({ title: 'Error', description: 'No se pudieron guardar los cambios.', variant: 'destructive' })
      if (toServiceError(failure).code === 'PT422') return { username: messageOf(failure) }
    },
  })

  return (
    <Form of={form} className="grid gap-4 border-linea border-t pt-4">
      <Field
        label="Nombre"
        hint="Como quieres que te vean las demás. No tiene que ser el tuyo."
        error={form.errors.username}
      >
        <Input
          name="nickname"
          autoComplete="off"
          maxLength={LARGO_DE_NOMBRE.max * 2}
          {...form.text('username')}
        />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-semibold text-[0.9375rem]">Momento de Vida</legend>
        <div className="flex flex-wrap gap-2">
          {momentos.map(([value, label]) => (
            <label
              key={value}
              className={cx(
                'flex min-h-11 cursor-pointer items-center gap-2 rounded-full border-2 px-4',
                'has-focus-visible:outline-3 has-focus-visible:outline-foco has-focus-visible:outline-offset-2',
                value === form.values.momento_vida
                  ? 'border-jacaranda-viva bg-jacaranda-suave font-semibold text-jacaranda-texto'
                  : 'border-linea hover:border-linea-fuerte',
              )}
            >
              <input
                type="radio"
                name="momento_vida"
                value={value}
                checked={value === form.values.momento_vida}
                onChange={() => form.change({ momento_vida: value })}
                className="sr-only"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
        Guardar cambios
      </Button>
    </Form>
  )
}
