"""Texts for the test files."""

ENGLISH = (
    "The ferry leaves the old harbour at seven in the morning and reaches the island before noon, un\u00adless the "
    "wind is from the west and the captain waits for the tide to turn.",
    "Passengers who carry bicycles pay a small additional charge, which the con\u00adductor collects on board to\u00adgether "
    "with the fare. Dogs travel free of charge if they are kept on a lead.",
    "In winter the timetable is shortened considerably. The com\u00adpany publishes the exact hours in the local news\u00adpaper "
    "and on a board at the pier, where they can be read at any hour of the day.",
    "Goods are accepted until half an hour before departure. Heavy pieces have to be an\u00adnounced on the day before, "
    "since the crane is operated by the harbour master alone.",
)
CHINESE = (
    "本办法适用于港口与岛屿之间的旅客运输活动，经营者应当取得许可，并按照公布的班次开航；遇有大风、大雾等恶劣天气时，"
    "应当及时发布停航信息，并安排旅客改签或者退票。",
    "旅客应当凭有效船票乘船，携带自行车的旅客应当另行支付少量费用，费用由乘务员在船上统一收取。",
    "冬季班次适当减少，具体时间由经营者在港口公告栏和当地报纸上公布，旅客可以在任何时间查阅有关信息，也可以拨打服务电话进行咨询。",
)
