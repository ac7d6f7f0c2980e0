import { permissionPasos } from './navegador.ts'

/** How a blocked place is allowed again in this browser. @param summary what opens the steps; without it they stand open */
export function PasosPermiso({ summary }: { summary?: string }) {
  const pasos = (
    <ol className="list-decimal pl-5">
      {permissionPasos(navigator.userAgent).map((paso) => (
        <li key={paso}>{paso}</li>
      ))}
    </ol>
  )
  if (!summary) return pasos
  return (
    <details>
      <summary className="font-semibold underline underline-offset-4">{summary}</summary>
      {pasos}
    </details>
  )
}
