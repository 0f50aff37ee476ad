"""The project's own prose: pages of a ferry-keeper's notebook, paragraph by paragraph.

A paragraph is an opening, an event, a detail and a close. The lists share no common divisor in length, so
that counting all up together repeats no paragraph for thousands of them.
"""

from __future__ import annotations

from findorigin.tasks.assembly import listed

TITLE = "From the Notebook of a Ferry-Keeper"

OPENINGS = (
    "The fog lay on the river until nearly ten, and I heard the far bank before I saw it.",
    "It rained in the night, and the landing stage was slippery when I came down.",
    "A hard frost had drawn ferns on the window of the hut.",
    "The wind had gone round to the east, which the river never likes.",
    "I rose early, for the water had been climbing since the day before.",
    "It was market day, and the first carts stood waiting before I had lit the stove.",
    "The heat came early, and by noon the tar on the planks was soft.",
    "Nothing moved on the road all morning but a dog that knew where it was going.",
    "The swallows are back; I counted eleven on the wire.",
    "After three dry weeks the sandbank shows its whole back again.",
    "We had the quiet sort of Sunday on which even the bells sound far away.",
    "The moon was still up when I untied the boat.",
    "A mild grey day, good for work and bad for talk.",
    "The leaves came down all at once last night and covered the path to the water.",
    "Snow had fallen, thin and dry, and every step on it could be read.",
    "The new lamp on the landing stage burns clearer than the old one did.",
    "My knee told me about the storm a full day before the sky did.",
)

EVENTS = (
    "{who} crossed with {what} and would not let me carry any of it.",
    "Toward noon {who} came down the hill and asked whether the ferry would run in the evening.",
    "I mended the rail that {who} had leaned on once too often.",
    "{who} sat on the bench by the hut and told me about a brother in the city.",
    "We took over {what}, and the boat lay deeper than I care to see it.",
    "{who} paid with a coin so old that I kept it and put one of mine into the box.",
    "I found {what} under the seat and hung a note about it on the door.",
    "{who} wanted to be across before the rain, and we were, by the width of a sleeve.",
    "The cable needed grease, and {who} held the pail while I worked.",
    "There was a dispute over {what} between {who} and the man from the mill.",
    "{who} taught me a song, of which I kept the tune and lost the words.",
    "I painted the number on the stern again, and {who} said that it leaned.",
    "{who} had missed the last crossing and slept in the hut by the stove.",
    "A box with {what} fell into the shallows and was got out again with the long hook.",
    "{who} asked me to keep {what} until Thursday.",
    "The inspector measured the boat, wrote it all down and shared my bread.",
    "{who} brought back the book that I had given up for lost.",
    "I rowed {who} out to the buoy, which had turned and pointed the wrong way.",
    "The children of the lock-keeper sailed bark boats, and {who} was made the judge.",
)

DETAILS = (
    "The tea in my can had gone cold by then, and I drank it all the same.",
    "On the far side somebody was burning weeds, and the smoke came over low.",
    "A heron stood through the whole of it and did not look up once.",
    "I noticed that the third plank gives a little and must be seen to.",
    "The current ran stronger under the bank than it looked from above.",
    "Somewhere behind the poplars an axe went on, two strokes and a rest.",
    "One of the oars has a crack no longer than a finger, so I bound it with wire.",
    "The water smelled of iron, as it does when the upper sluice is open.",
    "I had my good coat on, and was sorry for it later.",
    "The clock in the hut had stopped, and nobody had missed it.",
    "A barge went down with bricks, slow as an hour, and her master raised his hat.",
    "There were mussel shells along the edge, opened by something with clever paws.",
    "The rope had dried stiff and had to be talked round the post.",
)

CLOSES = (
    "By dusk the river was smooth again and kept none of it.",
    "I wrote the crossings in the book: nine over, seven back.",
    "Before sleeping I went out once more to feel the knots.",
    "So the day was full without much having happened.",
    "In the evening I cut two pegs and thought of nothing else.",
    "Later the stars came out, first over the mill and then everywhere.",
    "I shall order more tar before the month is out.",
)

WHO = listed(
    "the schoolmistress, old Marten, the baker's daughter, a surveyor with a brass instrument, the widow "
    "from the upper farm, a pedlar of ribbons, the doctor, a boy with a fishing rod, the organ builder, a "
    "soldier on leave, the miller's wife",
    ", ",
)

WHAT = listed(
    "two crates of plums, a long mirror wrapped in blankets, a basket of hens, four sacks of seed, a cradle, "
    "the church's new candlesticks, a bundle of willow rods, a stove pipe, a clock without hands, a barrel "
    "of vinegar",
    ", ",
)


def paragraph(place: int, orders: dict[str, list[str]]) -> str:
    """Return the paragraph at a place (from 0); `orders` are this puzzle's orders of the lists, by name."""
    at_place = {name: order[place % len(order)] for name, order in orders.items()}
    event = at_place["EVENTS"].format(who=at_place["WHO"], what=at_place["WHAT"])
    event = event[0].upper() + event[1:]
    return " ".join([at_place["OPENINGS"], event, at_place["DETAILS"], at_place["CLOSES"]])
