"""L50: the golden fit, separation, censoring."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm

from findorigin.statistics.logistic import fit, half_length, half_length_drawn

TOKENS = np.array([256.0, 512, 1024, 2048, 4096, 8192])
FALLING = np.array([20.0, 19, 16, 9, 4, 1])
TWENTY = np.full(6, 20.0)


def test_the_golden_fit():
    (a,), (b,) = fit(TOKENS, FALLING[None], TWENTY[None])
    assert (a, b) == (pytest.approx(16.300, abs=5e-4), pytest.approx(-1.487, abs=5e-4))
    length = half_length(TOKENS, FALLING, TWENTY)
    assert (length.relation, length.value) == ("=", pytest.approx(1992.5, abs=0.05))


def test_the_fit_is_that_of_statsmodels():
    random = np.random.default_rng(1)
    for _ in range(20):
        right = random.binomial(20, 1 / (1 + np.exp(np.log2(TOKENS) - 10.5))).astype(float)
        (a,), (b,) = fit(TOKENS, right[None], TWENTY[None])
        model = sm.GLM(
            np.column_stack([right, 20 - right]),
            sm.add_constant(np.log2(TOKENS)),
            family=sm.families.Binomial(),
        )
        assert [a, b] == pytest.approx(model.fit().params, rel=1e-5)


@pytest.mark.parametrize(
    ("right", "relation", "value", "between"),
    [
        pytest.param([20, 20, 20, 0, 0, 0], "between", None, (1024, 2048), id="separated: an interval"),
        pytest.param([20, 20, 7, 0, 0, 0], "between", None, (512, 2048), id="one mixed length"),
        pytest.param([7, 0, 0, 0, 0, 0], "between", None, (256, 512), id="mixed at the shortest"),
        pytest.param([20] * 6, ">", 8192, None, id="all correct: above the longest"),
        pytest.param([0] * 6, "<", 256, None, id="none correct: below the shortest"),
        pytest.param([20, 20, 19, 20, 19, 18], ">", 8192, None, id="beyond the longest: not continued"),
        pytest.param([5, 2, 1, 1, 0, 1], "<", 256, None, id="below the shortest: not continued"),
        pytest.param([1, 2, 4, 8, 15, 19], "<", 256, None, id="rises, mostly wrong"),
        pytest.param([16, 17, 18, 19, 19, 20], ">", 8192, None, id="rises, mostly right"),
    ],
)
def test_half_length(right, relation, value, between):
    length = half_length(TOKENS, np.array(right, dtype=float), TWENTY)
    assert (length.relation, length.value, length.between) == (relation, value, between)


def test_half_length_of_nothing():
    assert half_length(np.array([]), np.array([]), np.array([])).reason == "no cells"


def test_draws_are_classified_like_curves():
    rights = np.array(
        [FALLING, [20] * 6, [0] * 6, [20, 20, 20, 0, 0, 0], [1, 2, 4, 8, 15, 19], [20, 20, 19, 20, 19, 18]]
    )
    drawn = half_length_drawn(TOKENS, rights, np.tile(TWENTY, (6, 1)))
    expected = [1992.5, np.inf, -np.inf, np.sqrt(1024 * 2048), -np.inf, np.inf]
    assert drawn == pytest.approx(expected, rel=1e-4)


def test_a_draw_without_cells_is_unknown_and_nothing_warns(recwarn):
    assert np.isnan(half_length_drawn(TOKENS, np.zeros((1, 6)), np.zeros((1, 6)))).all()
    assert not [warning for warning in recwarn if warning.category is not ResourceWarning]
