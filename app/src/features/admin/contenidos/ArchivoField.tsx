import { useEffect, useState } from 'react'
import { Progress } from '../../../components/feedback/Progress.tsx'
import { controlClass, Field, useFieldProps } from '../../../components/form/Field.tsx'
import { type ClaseArchivo, lookInside } from '../../../lib/api/upload.ts'

type ArchivoFieldProps = {
  label: string
  clase: ClaseArchivo
  /** What she chose. */
  file: File | null
  /** The address of the current one, which a new one replaces. */
  current: string | null
  error: string | undefined
  /** How much of it has gone; null while nothing is sent. */
  part: number | null
  /** It is being sent: another one would not be. */
  disabled: boolean
  onChange: (file: File | null) => void
}

/** Chooses a file, shows what was chosen before anybody else sees it, and the progress of its upload. */
export function ArchivoField({
  label,
  clase,
  file,
  current,
  error,
  part,
  disabled,
  onChange,
}: ArchivoFieldProps) {
  const wrong = useLookInside(file, clase)
  const hint = `${current ? 'Ya hay uno. Si eliges otro de la misma clase, lo reemplaza y su dirección sigue siendo la misma.' : 'Elígelo en este dispositivo.'} Hasta ${clase.maxMB} MB.`
  return (
    <div className="grid gap-1">
      <Field label={label} hint={hint} error={error || wrong}>
        <FileInput accept={clase.accept} disabled={disabled} onFile={onChange} />
      </Field>
      {!error && !wrong && <Vista clase={clase} file={file} current={current} />}
      {part !== null && (
        <div className="grid gap-1 text-sm text-tinta-suave">
          <Progress label="Subiendo el archivo" value={part} />
          <p>Subiendo: {Math.round(part * 100)} %</p>
        </div>
      )}
    </div>
  )
}

/** What is wrong with the inside of what she chose, as soon as she chose it. */
function useLookInside(file: File | null, clase: ClaseArchivo): string | undefined {
  const [found, setFound] = useState<{ file: File; wrong: string | null } | null>(null)
  useEffect(() => {
    if (!file) return
    let gone = false
    void lookInside(file, clase)
      // One that cannot be read at all fails when it is sent, and says so.
      .catch(() => null)
      .then((wrong) => {
        if (!gone) setFound({ file, wrong })
      })
    return () => {
      gone = true
    }
  }, [file, clase])
  return (found?.file === file && found?.wrong) || undefined
}

/** The chosen file, or else the one that is there, to be looked at or listened to. */
function Vista({ clase, file, current }: Pick<ArchivoFieldProps, 'clase' | 'file' | 'current'>) {
  const chosen = useObjectUrl(file)
  const address = chosen ?? current
  if (!address || (file && !chosen)) return null
  if (clase.bucket === 'podcast') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the admin listens to what she is about to publish; no captions exist.
      <audio
        controls
        preload="metadata"
        src={address}
        aria-label={chosen ? 'Escuchar el audio elegido' : 'Escuchar el audio de ahora'}
        className="w-full"
      />
    )
  }
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center justify-self-start font-semibold text-jacaranda-texto underline underline-offset-4"
    >
      {chosen ? 'Ver el PDF elegido' : 'Ver el PDF de ahora'}
    </a>
  )
}

function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [file])
  return url
}

type FileInputProps = { accept: string; disabled: boolean; onFile: (file: File | null) => void }

function FileInput({ accept, disabled, onFile }: FileInputProps) {
  return (
    <input
      {...useFieldProps()}
      type="file"
      accept={accept}
      disabled={disabled}
      className={controlClass}
      onChange={({ target }) => onFile(target.files?.[0] ?? null)}
    />
  )
}
