//! The names that CSS may have.

use std::sync::LazyLock;

/// Properties that may be set, sorted. Custom properties may be too.
pub static PROPERTIES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "accent-color align-content align-items align-self appearance aspect-ratio backdrop-filter \
    backface-visibility background background-attachment background-blend-mode background-clip \
    background-color background-image background-origin background-position background-position-x \
    background-position-y background-repeat background-size baseline-shift block-size border \
    border-block border-block-color border-block-end border-block-start border-block-style \
    border-block-width border-bottom border-bottom-color border-bottom-left-radius \
    border-bottom-right-radius border-bottom-style border-bottom-width border-collapse border-color \
    border-end-end-radius border-end-start-radius border-inline border-inline-color \
    border-inline-end border-inline-start border-inline-style border-inline-width border-left \
    border-left-color border-left-style border-left-width border-radius border-right \
    border-right-color border-right-style border-right-width border-spacing border-start-end-radius \
    border-start-start-radius border-style border-top border-top-color border-top-left-radius \
    border-top-right-radius border-top-style border-top-width border-width bottom \
    box-decoration-break box-shadow box-sizing break-after break-before break-inside caption-side \
    caret-color clear clip-path clip-rule color color-scheme column-count column-fill column-gap \
    column-rule column-rule-color column-rule-style column-rule-width column-span column-width \
    columns cursor direction display dominant-baseline empty-cells fill fill-opacity fill-rule \
    filter flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float font \
    font-family font-feature-settings font-kerning font-optical-sizing font-size font-size-adjust \
    font-stretch font-style font-variant font-variant-caps font-variant-ligatures \
    font-variant-numeric font-variation-settings font-weight gap grid grid-area grid-auto-columns \
    grid-auto-flow grid-auto-rows grid-column grid-column-end grid-column-gap grid-column-start \
    grid-gap grid-row grid-row-end grid-row-gap grid-row-start grid-template grid-template-areas \
    grid-template-columns grid-template-rows height hyphens inline-size inset inset-block \
    inset-block-end inset-block-start inset-inline inset-inline-end inset-inline-start isolation \
    justify-content justify-items justify-self left letter-spacing line-break line-height list-style \
    list-style-position list-style-type margin margin-block margin-block-end margin-block-start \
    margin-bottom margin-inline margin-inline-end margin-inline-start margin-left margin-right \
    margin-top max-block-size max-height max-inline-size max-width min-block-size min-height \
    min-inline-size min-width mix-blend-mode object-fit object-position opacity order orphans \
    outline outline-color outline-offset outline-style outline-width overflow overflow-wrap \
    overflow-x overflow-y padding padding-block padding-block-end padding-block-start padding-bottom \
    padding-inline padding-inline-end padding-inline-start padding-left padding-right padding-top \
    paint-order perspective perspective-origin place-content place-items place-self pointer-events \
    position quotes resize right rotate row-gap scale scroll-behavior scroll-margin scroll-padding \
    scroll-snap-align scroll-snap-type scrollbar-color scrollbar-gutter scrollbar-width shape-margin \
    shape-outside stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap \
    stroke-linejoin stroke-miterlimit stroke-opacity stroke-width tab-size table-layout text-align \
    text-align-last text-anchor text-decoration text-decoration-color text-decoration-line \
    text-decoration-style text-decoration-thickness text-emphasis text-indent text-justify \
    text-orientation text-overflow text-rendering text-shadow text-transform text-underline-offset \
    text-wrap top touch-action transform transform-box transform-origin transform-style transition \
    transition-delay transition-duration transition-property transition-timing-function translate \
    unicode-bidi user-select vector-effect vertical-align visibility white-space widows width \
    will-change word-break word-spacing word-wrap writing-mode z-index zoom"
        .split(' ')
        .collect()
});

/// Functions that a value may call, sorted.
pub static FUNCTIONS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "abs acos asin atan atan2 blur brightness calc circle clamp color color-mix conic-gradient \
    contrast cos cubic-bezier drop-shadow ellipse exp fit-content grayscale hsl hsla hue-rotate hwb \
    hypot inset invert lab lch light-dark linear linear-gradient log matrix matrix3d max min minmax \
    mod oklab oklch opacity perspective polygon pow radial-gradient rem repeat \
    repeating-conic-gradient repeating-linear-gradient repeating-radial-gradient rgb rgba rotate \
    rotate3d rotatex rotatey rotatez round saturate scale scale3d scalex scaley scalez sepia sign \
    sin skew skewx skewy sqrt steps tan translate translate3d translatex translatey translatez var"
        .split(' ')
        .collect()
});

/// The words that `position` may have: the others take an element out of what holds it.
pub const POSITIONS: [&str; 3] = ["absolute", "relative", "static"];
