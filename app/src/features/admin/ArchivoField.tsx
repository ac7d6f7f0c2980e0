import type { ClaseArchivo } from '../../data/upload.ts'
import { controlClass, Field, useFieldProps } from '../../ui/Field.tsx'
import { Progress } from '../../ui/Progress.tsx'

type ArchivoFieldProps = {
  label: string
  clase: ClaseArchivo
  /** There is one already: a new one takes its place. */
  has: boolean
  error: string | undefined
  /** How much of it has gone; null while nothing is sent. */
  part: number | null
  onChange: (file: File | null) => void
}

/** Chooses a file, and shows the progress of its upload. */
export function ArchivoField({ label, clase, has, error, part, onChange }: ArchivoFieldProps) {
  const hint = `${has ? 'Ya hay uno; si eliges otro, lo reemplaza.' : 'Elígelo en este dispositivo.'} Hasta ${clase.maxMB} MB.`
  return (
    <div className="grid gap-1">
      <Field label={label} hint={hint} error={error}>
        <FileInput accept={clase.accept} onFile={onChange} />
      </Field>
      {part !== null && (
        <div className="grid gap-1 text-sm text-tinta-suave">
          <Progress label="Subiendo el archivo" value={part} />
          <p>Subiendo: {Math.round(part * 100)} %</p>
        </div>
      )}
    </div>
  )
}

function FileInput({ accept, onFile }: { accept: string; onFile: (file: File | null) => void }) {
  return (
    <input
      {...useFieldProps()}
      type="file"
      accept={accept}
      className={controlClass}
      onChange={({ target }) => onFile(target.files?.[0] ?? null)}
    />
  )
}
