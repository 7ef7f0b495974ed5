import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { measure } from '../format';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

export interface BarSeries {
  readonly label: string;
  /** Custom property that holds its colour. */
  readonly colour: string;
  readonly values: readonly number[];
}

export interface BarData {
  readonly categories: readonly string[];
  /** Ends of the axis of values; null where the values set them. */
  readonly range: readonly [number, number] | null;
  readonly series: readonly BarSeries[];
}

/** Grouped bars. Colours are read from the page, so that they follow its theme. */
export class BarChart {
  private readonly chart: Chart<'bar'>;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private data: BarData,
  ) {
    this.chart = new Chart(canvas, { type: 'bar', data: { labels: [], datasets: [] }, options: {} });
    this.draw(data);
  }

  draw(data: BarData): void {
    this.data = data;
    const style = getComputedStyle(this.canvas);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    this.chart.data = {
      labels: [...data.categories],
      datasets: data.series.map((series) => ({
        label: series.label,
        data: [...series.values],
        backgroundColor: colour(series.colour),
        barPercentage: 0.92,
        categoryPercentage: 0.82,
        borderRadius: 1,
      })),
    };
    this.chart.options = optionsOf(colour, style.fontFamily, data.range);
    this.chart.update(matchMedia('(prefers-reduced-motion: reduce)').matches ? 'none' : undefined);
  }

  /** Takes the colours of the page anew. */
  retheme(): void {
    this.draw(this.data);
  }

  destroy(): void {
    this.chart.destroy();
  }
}

function optionsOf(colour: (name: string) => string, family: string, range: BarData['range']): Chart<'bar'>['options'] {
  const font = { family, size: 12 };
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: still ? false : { duration: 250 },
    interaction: { mode: 'index', intersect: false },
    scales: {
      x: {
        grid: { display: false },
        border: { color: colour('--line-strong') },
        ticks: { color: colour('--muted'), font },
      },
      y: {
        ...(range ? { min: range[0], max: range[1] } : { beginAtZero: true }),
        border: { display: false },
        grid: { color: colour('--line') },
        ticks: {
          color: colour('--muted'),
          font,
          ...(range ? { stepSize: (range[1] - range[0]) / 5, callback: (value) => Number(value).toFixed(1) } : {}),
        },
      },
    },
    plugins: {
      tooltip: {
        backgroundColor: colour('--surface'),
        borderColor: colour('--line-strong'),
        borderWidth: 1,
        titleColor: colour('--ink'),
        bodyColor: colour('--ink'),
        titleFont: font,
        bodyFont: font,
        padding: 10,
        boxPadding: 5,
        callbacks: { label: (item) => ` ${measure(Number(item.raw))}  ${item.dataset.label ?? ''}` },
      },
    },
  };
}
