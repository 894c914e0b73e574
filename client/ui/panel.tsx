import type { ReactNode } from 'react'
import { PAW } from './icons.tsx'

interface PanelProps {
  title: string
  /** 'error' for errors, which are announced at once. */
  tone?: 'neutral' | 'error'
  level?: 1 | 2
  children?: ReactNode
}

/** Shown instead of content: an empty list, an error or a missing page. */
export function Panel({ title, tone = 'neutral', level = 2, children }: PanelProps) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <section
      className="card grid justify-items-start gap-4 p-5 md:p-8"
      role={tone === 'error' ? 'alert' : undefined}
    >
      <svg
        viewBox="0 0 200 48"
        width={200}
        height={48}
        aria-hidden="true"
        className={tone === 'error' ? 'text-closed' : 'text-ochre'}
        fill="currentColor"
      >
        {[0, 1, 2, 3, 4].map((step) => (
          <path
            key={step}
            d={PAW}
            opacity={0.3 + step * 0.17}
            transform={`translate(${4 + step * 40} ${step % 2 === 0 ? 20 : 4}) rotate(80 12 12) scale(.75)`}
          />
        ))}
      </svg>
      <Title className={level === 1 ? 'text-xxl' : 'text-xl'}>{title}</Title>
      {children}
    </section>
  )
}
