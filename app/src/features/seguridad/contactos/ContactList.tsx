import { Pencil, Phone, Trash2, UserRoundPlus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { IconButton } from '../../../components/button/IconButton.tsx'
import { Propio } from '../../../components/content/Propio.tsx'
import { EmptyState } from '../../../components/feedback/EmptyState.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { refusalOf } from '../../../lib/api/errors.ts'
import { brand } from '../../../lib/installation/brand.ts'
import { formatPhone, telHref } from '../../../lib/outside/phone.ts'
import { NOT_HERE } from '../../../lib/toast/notHere.ts'
import { toast } from '../../../lib/toast/toast.tsx'
import { ConfianzaLine } from '../alarma/ConfianzaLine.tsx'
import type { Confianza } from '../alarma/confianza.ts'
import { useConfianzas } from '../alarma/confianzas.ts'
import { InvitacionDialog } from '../alarma/InvitacionDialog.tsx'
import { ContactDialog } from './ContactDialog.tsx'
import { type Contacto, useActivateContacto, type useContactos } from './contactos.ts'
import * as toasts from './toasts.ts'

type ContactListProps = {
  query: ReturnType<typeof useContactos>
  /**
   * What stands open over the list: adding somebody, inviting or changing this contact. The component that shows the list may open it too.
   */
  doing: Doing
  onDo: (doing: Doing) => void
}

export type Doing = 'adding' | { inviting: string } | { editing: Contacto } | null

export function ContactList({ query, doing, onDo }: ContactListProps) {
  const { data: confianzas } = useConfianzas()
  const confianzaOf = (contactoId: string) =>
    confianzas?.find(({ contacto_id }) => contacto_id === contactoId)
  const chosen = typeof doing === 'object' ? doing : null
  const invited =
    (chosen && 'inviting' in chosen && query.data?.find(({ id }) => id === chosen.inviting)) || null
  const edited = chosen && 'editing' in chosen ? chosen.editing : null
  const add = () => onDo('adding')
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error } = query
  const lost = error !== null && data === undefined

  const told = useRef(false)
  useEffect(() => {
    // Said once until the contacts are loaded; an alert that loads them again has its own message.
    if (data) told.current = false
    if (!lost || told.current) return
    told.current = true
    toast({ title: 'Error al cargar contactos', description: error.message, variant: 'destructive' })
  }, [data, lost, error])

  return (
    <Card as="section" aria-labelledby={id} className="grid gap-2 py-3!">
      <header className="flex items-center justify-between gap-2">
        <h2 ref={heading} id={id} tabIndex={-1} className="text-lg sm:text-xl">
          Contactos de confianza
        </h2>
        <IconButton
          label="Agregar contacto"
          icon={<UserRoundPlus aria-hidden="true" />}
          onClick={add}
          className="-my-2 -mr-2 text-jacaranda-texto"
        />
      </header>
      {error && data && (
        <p className="rounded-control bg-maiz-suave px-3 py-2 text-maiz-texto text-sm">
          No pudimos actualizar la lista: estos son los contactos que recuerda este dispositivo.
        </p>
      )}
      <QueryView
        query={query}
        errorMessage={NOT_HERE}
        empty={
          <EmptyState
            message="Aún no tienes a nadie aquí. Agrega a la persona para quien el botón de pánico prepara su mensaje."
            action={<Button onClick={add}>Agregar mi primer contacto</Button>}
          />
        }
      >
        {(contactos) => (
          <ul className="-my-2 grid">
            {contactos.map((contacto) => (
              <ContactRow
                key={contacto.id}
                contacto={contacto}
                confianza={confianzaOf(contacto.id)}
                onInvite={() => onDo({ inviting: contacto.id })}
                onEdit={() => onDo({ editing: contacto })}
                // The button that had focus goes with the row.
                onRemoved={() => heading.current?.focus()}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <ContactDialog
        edicion={doing === 'adding' ? 'nuevo' : edited}
        confianza={edited ? confianzaOf(edited.id) : undefined}
        onClose={() => onDo(null)}
      />
      <InvitacionDialog
        contacto={invited}
        confianza={invited ? confianzaOf(invited.id) : undefined}
        onClose={() => onDo(null)}
      />
    </Card>
  )
}

type ContactRowProps = {
  contacto: Contacto
  confianza: Confianza | undefined
  onInvite: () => void
  onEdit: () => void
  onRemoved: () => void
}

function ContactRow({ contacto, confianza, onInvite, onEdit, onRemoved }: ContactRowProps) {
  const { id, nombre, telefono, prioridad } = contacto
  const activateContacto = useActivateContacto()
  const tel = telHref(telefono)
  const numero = useFormattedPhone(telefono)

  const remove = async () => {
    if (activateContacto.isPending) return
    try {
      await activateContacto.mutateAsync({ id, activo: false })
      onRemoved()
      toasts.contactoDeleted(nombre, restore)
    } catch {
      toasts.deleteFailed()
    }
  }

  const restore = async () => {
    try {
      await activateContacto.mutateAsync({ id, activo: true })
    } catch (failure) {
      toasts.restoreFailed(refusalOf(failure))
    }
  }

  return (
    <li className="border-linea border-b pt-1.5 last:border-b-0">
      <div className="flex items-start gap-3">
        <span
          aria-hidden="true"
          className="grid size-10 shrink-0 place-items-center rounded-full bg-bugambilia-suave font-bold max-[24rem]:hidden text-bugambilia-texto text-lg"
        >
          {[...nombre][0]?.toLocaleUpperCase(brand.locale)}
        </span>
        <span className="grid min-w-0 flex-1 justify-items-start">
          <span className="flex flex-wrap items-center gap-x-2">
            <Propio className="font-semibold">{nombre}</Propio>
            <span className="text-sm text-tinta-suave">Prioridad {prioridad}</span>
          </span>
          {tel ? (
            <a
              href={tel}
              aria-label={`${numero}, llamar a ${nombre}`}
              className="-my-2 inline-flex min-h-11 items-center gap-1.5 text-[0.9375rem] text-jacaranda-texto tabular-nums underline-offset-4 hover:underline"
            >
              {/* On a small telephone the number is whole on its line instead. */}
              <Phone aria-hidden="true" className="size-4 shrink-0 max-[24rem]:hidden" />
              <Propio>{numero}</Propio>
            </a>
          ) : (
            <Propio className="text-[0.9375rem] text-tinta-suave">{numero}</Propio>
          )}
        </span>
        <IconButton
          label={`Editar a ${nombre}`}
          icon={<Pencil aria-hidden="true" />}
          onClick={onEdit}
          className="-mr-3"
        />
        <IconButton
          label={`Eliminar a ${nombre}`}
          icon={<Trash2 aria-hidden="true" />}
          aria-disabled={activateContacto.isPending || undefined}
          onClick={remove}
          className="-mr-2"
        />
      </div>
      <ConfianzaLine contacto={contacto} confianza={confianza} onInvite={onInvite} />
    </li>
  )
}

/** The stored number until the library that formats numbers has loaded. */
function useFormattedPhone(telefono: string): string {
  const [formatted, setFormatted] = useState(telefono)
  useEffect(() => {
    let current = true
    formatPhone(telefono)
      .then((text) => current && setFormatted(text))
      // As it was typed is better than nothing.
      .catch(() => current && setFormatted(telefono))
    return () => {
      current = false
    }
  }, [telefono])
  return formatted
}
