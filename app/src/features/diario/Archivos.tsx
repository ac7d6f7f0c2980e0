import { useQuery } from '@tanstack/react-query'
import { CloudOff, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { IconButton } from '../../components/button/IconButton.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import { useAddress } from '../../components/sonido/useAddress.ts'
import { Voz } from '../../components/sonido/Voz.tsx'
import type { Archivo } from '../../lib/cofre/archivos.ts'
import type { Contenido } from '../../lib/cofre/contenido.ts'
import { nombreOf } from '../../lib/cofre/nombreOf.ts'
import {
  contenidoOptions,
  deleteArchivo,
  dropPorEnviar,
  type PorEnviar,
  sendAgain,
} from '../../lib/cofre/porEnviar.ts'
import { sparesData } from '../../lib/device/sparesData.ts'
import { useUser } from '../../lib/session/session.tsx'
import { useKept } from './archivos.ts'
import * as toasts from './toasts.ts'

type ArchivosProps = {
  archivos: readonly Archivo[]
  porEnviar: readonly PorEnviar[]
  /** Of many days at once, to read: a picture is fetched when she asks for it. */
  quiet?: boolean
}

/** The pictures and voice notes of a day. */
export function Archivos({ archivos, porEnviar, quiet = false }: ArchivosProps) {
  const waiting = porEnviar.filter(({ id }) => !archivos.some((archivo) => archivo.id === id))
  if (archivos.length + waiting.length === 0) return null
  return (
    <ul aria-label="Fotos y audios de este día" className="grid gap-3">
      {archivos.map((archivo) => (
        <li key={archivo.id}>
          <Guardado archivo={archivo} quiet={quiet} />
        </li>
      ))}
      {waiting.map((one) => (
        <li key={one.id}>
          <EnEspera de={one} quiet={quiet} />
        </li>
      ))}
    </ul>
  )
}

function Guardado({ archivo, quiet }: { archivo: Archivo; quiet: boolean }) {
  const { id: owner } = useUser()
  // A picture is seen without a tap, where that costs her little.
  const [wanted, setWanted] = useState(archivo.tipo === 'foto' && !quiet && !sparesData())
  const { data, error, isFetching, refetch } = useQuery({
    ...contenidoOptions(owner, archivo),
    enabled: wanted,
  })
  const name = nombreOf(archivo.tipo)
  const remove = quiet ? null : () => deleteArchivo(owner, archivo)

  if (data === 'cerrada')
    return (
      <Pieza name={name} onRemove={remove}>
        <p>{name}: se cerró con otra llave tuya, y se abre con su código.</p>
      </Pieza>
    )
  if (data === 'rota')
    return (
      <Pieza name={name} onRemove={remove}>
        <p>{name}: no se puede abrir. Lo que tiene el servicio no es lo que tú cerraste.</p>
      </Pieza>
    )
  if (error)
    return (
      <Pieza name={name} onRemove={remove}>
        <ErrorState
          message={`No se pudo abrir: ${name.toLowerCase()}.`}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      </Pieza>
    )
  if (archivo.tipo === 'voz')
    return (
      <Pieza name={name} onRemove={remove}>
        <Voz contenido={data} busy={isFetching} onWanted={() => setWanted(true)} />
      </Pieza>
    )
  return (
    <Pieza name={name} onRemove={remove}>
      {data && <Foto contenido={data} />}
      {!data && wanted && <Skeleton className="h-56" />}
      {!wanted && (
        <Button look="secondary" className="justify-self-start" onClick={() => setWanted(true)}>
          Ver foto
        </Button>
      )}
    </Pieza>
  )
}

/** One that only this device has. */
function EnEspera({ de: { id, tipo, held, contenido }, quiet }: { de: PorEnviar; quiet: boolean }) {
  const { id: owner } = useUser()
  const kept = useKept()
  const again = () =>
    sendAgain(owner, id).then((result) => {
      if (result === 'saved') toasts.fileSaved(tipo)
    }, toasts.fileFailed)
  return (
    <Pieza name={nombreOf(tipo)} onRemove={quiet ? null : () => dropPorEnviar(owner, id)}>
      {tipo === 'voz' ? <Voz contenido={contenido} /> : <Foto contenido={contenido} />}
      <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-tinta-suave">
        <Badge tone="maiz">
          <CloudOff aria-hidden="true" className="size-4" />
          {held ? 'Sin enviar' : 'Por enviar'}
        </Badge>
        {kept ? 'Está en este dispositivo.' : toasts.NO_ROOM}
      </p>
      {held && (
        <Button look="secondary" className="justify-self-start" onClick={() => void again()}>
          Reintentar
        </Button>
      )}
    </Pieza>
  )
}

type PiezaProps = { name: string; onRemove: (() => Promise<void>) | null; children: ReactNode }

function Pieza({ name, onRemove, children }: PiezaProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!onRemove) return <div className="grid gap-2">{children}</div>
  const remove = async () => {
    setBusy(true)
    try {
      await onRemove()
      toasts.fileDeleted(name)
    } catch {
      toasts.fileDeleteFailed()
    }
    setBusy(false)
    setAsking(false)
  }
  return (
    <div className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 gap-2">{children}</div>
      <IconButton
        label={`Eliminar ${name.toLowerCase()}`}
        tone="danger"
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        title={`¿Eliminar esta ${name.toLowerCase()}?`}
        description="Se borra para siempre, también de tus otros dispositivos."
        action="Eliminar"
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

function Foto({ contenido }: { contenido: Contenido }) {
  const address = useAddress(contenido)
  return (
    address && (
      <img
        src={address}
        alt={`Foto de las ${contenido.hora}`}
        className="max-h-[70dvh] w-auto max-w-full rounded-card"
      />
    )
  )
}
