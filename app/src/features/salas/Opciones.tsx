import { Flag, ShieldBan, Trash2, UserRound, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import type { Draft } from '../../components/form/Form.tsx'
import { DenunciaForm, type Denunciando, denunciaVacia } from '../../components/moderation/DenunciaForm.tsx'
import { SuspensionForm, suspensionVacia } from '../../components/moderation/SuspensionForm.tsx'
import { useFormDraft } from '../../lib/offline/drafts.ts'
import type { Medida } from '../../lib/revision/medidas.ts'
import type { Denuncia } from '../../lib/revision/motivos.ts'
import { PruebaCancelada } from '../../lib/session/prueba.ts'
import { useSession } from '../../lib/session/session.tsx'
import { type Denunciado, useReport } from '../../lib/team/denuncias.ts'
import { useMeasure, useUltimaMedida } from '../../lib/team/medidas.ts'
import type { Chat } from './chat.ts'
import { useBlock } from './convivencia.ts'
import type { Mensaje } from './lineas.ts'
import * as toasts from './toasts.ts'

type OpcionesProps = {
  message: Mensaje | null
  /** Its author's name as the circle shows it. */
  nombre: string
  own: boolean
  chat: Chat
  onClose: () => void
}

type Paso = 'menu' | 'denunciar' | 'nombre' | 'bloquear' | 'pausar'

const icon = 'size-5 shrink-0'

/** What can be done about a message: delete one's own, report it or its author's name, block her; for the admin, remove and suspend. */
export function Opciones({ message, ...rest }: OpcionesProps) {
  return message && <OpcionesOf key={message.id} message={message} {...rest} />
}

function OpcionesOf({ message, nombre, own, chat, onClose }: OpcionesProps & { message: Mensaje }) {
  const [paso, setPaso] = useState<Paso>('menu')
  const titles: Record<Paso, string> = {
    menu: own ? 'Tu mensaje' : `Mensaje de ${nombre}`,
    denunciar: 'Denunciar mensaje',
    nombre: `Denunciar el nombre ${nombre}`,
    bloquear: `¿Bloquear a ${nombre}?`,
    pausar: `Pausar a ${nombre}`,
  }
  return (
    <Dialog open onClose={onClose} title={titles[paso]}>
      {paso === 'menu' && (
        <Menu message={message} nombre={nombre} own={own} chat={chat} onClose={onClose} onPaso={setPaso} />
      )}
      {paso === 'denunciar' && <ReportMensaje id={message.id} onClose={onClose} />}
      {paso === 'nombre' && <ReportNombre id={message.user_id!} onClose={onClose} />}
      {paso === 'bloquear' && (
        <BlockForm id={message.user_id!} nombre={nombre} chat={chat} onClose={onClose} />
      )}
      {paso === 'pausar' && <SuspendForm id={message.user_id!} nombre={nombre} onClose={onClose} />}
    </Dialog>
  )
}

type MenuProps = Omit<OpcionesProps, 'message'> & { message: Mensaje; onPaso: (paso: Paso) => void }

function Menu({ message, nombre, own, chat, onClose, onPaso }: MenuProps) {
  const moderates = useSession().has('moderadora')
  const [busy, setBusy] = useState(false)

  const remove = async () => {
    setBusy(true)
    try {
      await chat.delete(message.id)
      onClose()
    } catch (failure) {
      toasts.deleteFailed(failure)
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-2">
      {(own || moderates) && (
        <Button
          look="secondary"
          wide
          busy={busy}
          icon={<Trash2 aria-hidden="true" className={icon} />}
          onClick={remove}
        >
          {own ? 'Borrar mensaje' : 'Retirar mensaje'}
        </Button>
      )}
      {!own && (
        <Button
          look="secondary"
          wide
          icon={<Flag aria-hidden="true" className={icon} />}
          onClick={() => onPaso('denunciar')}
        >
          Denunciar mensaje
        </Button>
      )}
      {!own && message.user_id && (
        <Button
          look="secondary"
          wide
          icon={<UserRound aria-hidden="true" className={icon} />}
          onClick={() => onPaso('nombre')}
        >
          Denunciar su nombre
        </Button>
      )}
      {!own && message.user_id && (
        <Button
          look="secondary"
          wide
          icon={<UserRoundX aria-hidden="true" className={icon} />}
          onClick={() => onPaso('bloquear')}
        >
          Bloquear a {nombre}
        </Button>
      )}
      {!own && message.user_id && moderates && (
        <Button
          look="secondary"
          wide
          icon={<ShieldBan aria-hidden="true" className={icon} />}
          onClick={() => onPaso('pausar')}
        >
          Pausar a {nombre}
        </Button>
      )}
    </div>
  )
}

type ReportProps = { id: string; onClose: () => void }

function ReportMensaje({ id, onClose }: ReportProps) {
  const draft = useFormDraft(`denuncia ${id}`, denunciaVacia)
  return <ReportForm que={{ mensaje_id: id }} quien="Quien lo escribió" draft={draft} onClose={onClose} />
}

function ReportNombre({ id, onClose }: ReportProps) {
  const draft = useFormDraft(`denuncia de nombre ${id}`, denunciaVacia)
  return <ReportForm que={{ origen: 'nombre', autora_id: id }} quien="Ella" draft={draft} onClose={onClose} />
}

type ReportFormProps = {
  que: Denunciado
  /** Who does not learn of it. */
  quien: string
  draft: Draft<Denunciando>
  onClose: () => void
}

function ReportForm({ que, quien, draft, onClose }: ReportFormProps) {
  const report = useReport()
  const send = async (denuncia: Denuncia) => {
    await report.mutateAsync({ ...que, ...denuncia })
    toasts.reported(quien)
    onClose()
  }

  return (
    <div className="grid gap-4">
      <p className="text-tinta-suave">Lo lee el equipo, nadie más. {quien} no sabrá que fuiste tú.</p>
      <DenunciaForm
        draft={draft}
        question="¿Quieres contar algo más?"
        onSend={send}
        onFailure={toasts.reportFailed}
      />
    </div>
  )
}

type SobreAlguien = { id: string; nombre: string; onClose: () => void }

function BlockForm({ id, nombre, chat, onClose }: SobreAlguien & { chat: Chat }) {
  const block = useBlock()
  const confirm = async () => {
    try {
      await block.mutateAsync({ id, bloquear: true })
      chat.dismiss(id)
      toasts.blocked(nombre)
      onClose()
    } catch (failure) {
      toasts.blockFailed(failure)
    }
  }
  return (
    <div className="grid gap-4">
      <p>
        Sus mensajes desaparecen de tus salas y los tuyos de las suyas, también los que ya están. No se le
        avisa. Puedes deshacerlo en la lista de salas.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="secondary" size="lg" onClick={onClose}>
          Cancelar
        </Button>
        <Button look="danger" size="lg" busy={block.isPending} onClick={confirm}>
          Bloquear
        </Button>
      </div>
    </div>
  )
}

function SuspendForm({ id, nombre, onClose }: SobreAlguien) {
  const measure = useMeasure()
  const { data: vista = null } = useUltimaMedida(id)
  const { has } = useSession()
  const draft = useFormDraft(`pausa ${id}`, suspensionVacia)
  const suspendAutora = async (medida: Medida) => {
    await measure.mutateAsync({ user_id: id, vista, ...medida })
    toasts.suspended(nombre)
    onClose()
  }
  return (
    <SuspensionForm
      draft={draft}
      expels={has('administradora')}
      onSuspend={suspendAutora}
      onFailure={(failure) => failure instanceof PruebaCancelada || toasts.suspendFailed(failure)}
    />
  )
}
